import { Injectable } from '@nestjs/common';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingRevision } from './training-revision.entity';
import type { Training } from './training.entity';

/** The history of what was published; its key decides, so a revision stands in it once. In the caller's transaction. */
@Injectable()
export class PublishedRevisions {
  constructor(@Records(TrainingRevision) private readonly rows: TenantRepository<TrainingRevision>) {}

  /** The first time; what is published again after it was a draft, or archived, has its history already. */
  async begin(tenant: Tenant, { training_id, content_revision }: Training, published_at: number): Promise<void> {
    if (await this.rows.one(tenant, { training_id })) return;
    const nobody = { note: null, train_again: null, people: null, job_id: null };
    await this.add(tenant, { training_id, revision: content_revision, published_at, ...nobody });
  }

  one(tenant: Tenant, training_id: string, revision: number): Promise<TrainingRevision | null> {
    return this.rows.one(tenant, { training_id, revision });
  }

  /** @returns whether it was not there yet */
  async add(tenant: Tenant, row: Omit<TrainingRevision, 'customer_id' | 'published_by'>): Promise<boolean> {
    const added = await this.rows.insertMissing(tenant, [{ ...row, published_by: tenant.actor.account_id }]);
    return added > 0;
  }

  async forget(tenant: Tenant, training_id: string): Promise<void> {
    await this.rows.remove(tenant, { training_id });
  }
}
