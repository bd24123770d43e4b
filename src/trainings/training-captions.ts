import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { Files } from '../platform/files/files';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { fileKey } from './stored-files';
import { takingItsPlace } from './taken-places';
import { TrainingCaption } from './training-caption.entity';

type NewCaption = Pick<TrainingCaption, 'language' | 'file_id' | 'name' | 'cues'>;

/** Rows and files of captions. A file is deleted after no row names it any more. */
@Injectable()
export class TrainingCaptions {
  constructor(
    @Records(TrainingCaption) private readonly captions: TenantRepository<TrainingCaption>,
    private readonly files: Files,
    private readonly transactions: Transactions,
  ) {}

  of(tenant: Tenant, training_id: string): Promise<TrainingCaption[]> {
    return this.captions.find(tenant, { training_id }, { order: [['language', 'asc']] });
  }

  /** null: there is none from now on. In the caller's transaction. @returns the one before */
  async replace(tenant: Tenant, training_id: string, language: string, caption: NewCaption | null) {
    const before = await this.captions.one(tenant, { training_id, language });
    await takingItsPlace(async () => {
      const read = before && { training_id, language, file_id: before.file_id };
      if (read && !(await this.captions.remove(tenant, read))) return false;
      if (caption) await this.captions.insert(tenant, { training_id, ...caption });
      return true;
    });
    if (before) this.transactions.afterCommit(() => this.forget(tenant, before.file_id));
    return before;
  }

  /** All of a training that is none of a video any more. In the caller's transaction. */
  async clear(tenant: Tenant, training_id: string): Promise<void> {
    const before = await this.of(tenant, training_id);
    if (before.length === 0) return;
    await takingItsPlace(async () => {
      const read = { training_id, file_id: before.map(({ file_id }) => file_id) };
      return (await this.captions.remove(tenant, read)) === before.length;
    });
    this.transactions.afterCommit(() => before.forEach(({ file_id }) => this.forget(tenant, file_id)));
  }

  /** Never fails: a file that stays behind costs disk, not truth. */
  private forget({ customer_id }: Tenant, file_id: string): void {
    void this.files.remove(fileKey(customer_id, file_id, 'vtt')).catch(() => undefined);
  }
}
