import { Injectable } from '@nestjs/common';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { fileKey } from './media-files';
import { replaceRow } from './replace-row';
import { TrainingCaption } from './training-caption.entity';

type NewCaption = Pick<TrainingCaption, 'language' | 'file_id' | 'name' | 'cues'>;

/** Rows and files of captions. A file is deleted after the row that refers to it. */
@Injectable()
export class TrainingCaptionRepository {
  constructor(
    @InjectTenantRepository(TrainingCaption) private readonly captions: TenantRepository<TrainingCaption>,
    private readonly fileStorage: FileStorage,
    private readonly transactions: TransactionManager,
  ) {}

  findByTraining(tenant: Tenant, training_id: string): Promise<TrainingCaption[]> {
    return this.captions.find(tenant, { training_id }, { order: [['language', 'asc']] });
  }

  /** Runs in the caller's transaction. @param caption null: none from now on @returns the previous one */
  async replace(tenant: Tenant, training_id: string, language: string, caption: NewCaption | null) {
    const before = await this.captions.findOne(tenant, { training_id, language });
    await replaceRow(async () => {
      const guard = before && { training_id, language, file_id: before.file_id };
      if (guard && !(await this.captions.remove(tenant, guard))) return false;
      if (caption) await this.captions.insert(tenant, { training_id, ...caption });
      return true;
    });
    if (before) this.transactions.afterCommit(() => this.removeFile(tenant, before.file_id));
    return before;
  }

  /** For trainings that are no longer of type video. Runs in the caller's transaction. */
  async removeAll(tenant: Tenant, training_id: string): Promise<void> {
    const before = await this.findByTraining(tenant, training_id);
    if (before.length === 0) return;
    await replaceRow(async () => {
      const guard = { training_id, file_id: before.map(({ file_id }) => file_id) };
      return (await this.captions.remove(tenant, guard)) === before.length;
    });
    this.transactions.afterCommit(() => before.forEach(({ file_id }) => this.removeFile(tenant, file_id)));
  }

  /** Never throws: a file that is left over only costs disk space. */
  private removeFile({ customer_id }: Tenant, file_id: string): void {
    void this.fileStorage.remove(fileKey(customer_id, file_id, 'vtt')).catch(() => undefined);
  }
}
