import { Injectable } from '@nestjs/common';
import type { JobKindName } from '../../contract/jobs.resource';
import { isDuplicate } from '../../platform/database/transactions';
import { PartsOf, type ResourceParts } from '../resources/resource-parts';
import type { Tenant } from '../tenant';
import { Job } from './job.entity';
import { Jobs } from './jobs.service';

interface Asked {
  /** A digest of what is asked, by whom and when: the same one is the same question. */
  readonly question: Uint8Array;
  /** So many of the account may be open, and no more. */
  readonly most: number;
}

/**
 * Work of which an account may owe a few at a time, and none twice. Each open job has one of its account's places, and two keys
 * decide: nobody has a place twice, and nobody's question stands in two rows. Both are free when the job ends.
 */
@Injectable()
export class FewJobs {
  constructor(
    @PartsOf(Job) private readonly parts: ResourceParts<Job>,
    private readonly jobs: Jobs,
  ) {}

  /**
   * In no transaction: who looks again has to see what is so now.
   * @returns the id of the job, or of the open one that was asked the same; null: every place is taken
   */
  async enqueue(tenant: Tenant, kind: JobKindName, payload: object, { question, most }: Asked): Promise<string | null> {
    // Each time that a key refuses, somebody else has taken a place: after so many none is left.
    for (let tries = 0; tries <= most; tries++) {
      const open = await this.parts.records.find(tenant, { created_by: tenant.actor.account_id!, place: { gt: 0 } });
      const same = open.find((job) => job.question && Buffer.compare(job.question, question) === 0);
      if (same) return same.job_id;
      const taken = new Set(open.map(({ place }) => place));
      const place = Array.from({ length: most }, (_, at) => at + 1).find((each) => !taken.has(each));
      if (place === undefined) return null;
      try {
        return await this.jobs.enqueue(tenant, kind, payload, null, { place, question });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
    return null;
  }
}
