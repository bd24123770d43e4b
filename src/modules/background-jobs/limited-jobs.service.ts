import { Injectable } from '@nestjs/common';
import type { JobKindName } from '../../contract/jobs.resource';
import { isUniqueViolation } from '../../infrastructure/database/transaction-manager';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { Job } from './job.entity';
import { JobsService } from './jobs.service';

export interface JobLimit {
  /** Digest of request, account and time: equal digests are the same request. */
  readonly question: Uint8Array;
  readonly maxOpen: number;
}

/**
 * Jobs of which an account may have only a few open ones, and no duplicates. Unique keys on (account, place) and on the
 * request digest decide; both columns are cleared when the job ends.
 */
@Injectable()
export class LimitedJobsService {
  constructor(
    @InjectResourceContext(Job) private readonly context: ResourceContext<Job>,
    private readonly jobsService: JobsService,
  ) {}

  /**
   * Not inside a transaction, because a retry must see the current rows.
   * @returns the id of the new job, or of an open one for the same request; null: limit reached
   */
  async enqueue(
    tenant: Tenant,
    kind: JobKindName,
    payload: object,
    { question, maxOpen }: JobLimit,
  ): Promise<string | null> {
    // Each key violation means that a concurrent request took a place.
    for (let attempt = 0; attempt <= maxOpen; attempt++) {
      const open = await this.context.records.find(tenant, { created_by: tenant.actor.account_id!, place: { gt: 0 } });
      const existing = open.find((job) => job.question && Buffer.compare(job.question, question) === 0);
      if (existing) return existing.job_id;
      const usedPlaces = new Set(open.map(({ place }) => place));
      const place = Array.from({ length: maxOpen }, (_, index) => index + 1).find((each) => !usedPlaces.has(each));
      if (place === undefined) return null;
      try {
        return await this.jobsService.enqueue(tenant, kind, payload, null, { place, question });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
    }
    return null;
  }
}
