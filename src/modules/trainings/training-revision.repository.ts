import { Injectable } from '@nestjs/common';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingRevision } from './training-revision.entity';
import type { Training } from './training.entity';

/** Published revisions of training content, one row each. Runs in the caller's transaction. */
@Injectable()
export class TrainingRevisionRepository {
  constructor(@InjectTenantRepository(TrainingRevision) private readonly rows: TenantRepository<TrainingRevision>) {}

  /** Only for the first publication; publishing again after draft or archive adds nothing. */
  async addFirst(tenant: Tenant, { training_id, content_revision }: Training, published_at: number): Promise<void> {
    if (await this.rows.findOne(tenant, { training_id })) return;
    const firstRevision = { note: null, train_again: null, people: null, job_id: null };
    await this.add(tenant, { training_id, revision: content_revision, published_at, ...firstRevision });
  }

  findOne(tenant: Tenant, training_id: string, revision: number): Promise<TrainingRevision | null> {
    return this.rows.findOne(tenant, { training_id, revision });
  }

  /** @returns false if the revision exists */
  async add(tenant: Tenant, row: Omit<TrainingRevision, 'customer_id' | 'published_by'>): Promise<boolean> {
    const added = await this.rows.insertMissing(tenant, [{ ...row, published_by: tenant.actor.account_id }]);
    return added > 0;
  }

  async removeOfTraining(tenant: Tenant, training_id: string): Promise<void> {
    await this.rows.remove(tenant, { training_id });
  }
}
