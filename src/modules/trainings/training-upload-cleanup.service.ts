import { Injectable } from '@nestjs/common';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { FileStorage } from '../../infrastructure/files/file-storage';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { fileKey, type UploadFormat } from './media-files';
import { VideoUpload } from './video-upload.entity';

/** Discards unfinished uploads of deleted trainings. */
@Injectable()
export class TrainingUploadCleanupService {
  constructor(
    @InjectTenantRepository(VideoUpload) private readonly uploads: TenantRepository<VideoUpload>,
    private readonly fileStorage: FileStorage,
    private readonly transactions: TransactionManager,
  ) {}

  /** Deletes the rows in the caller's transaction, the uploaded parts after its commit. */
  async removeOfTraining(tenant: Tenant, training_id: string): Promise<void> {
    const unfinished = await this.uploads.find(tenant, { training_id });
    await this.uploads.remove(tenant, { training_id });
    this.transactions.afterCommit(() => {
      for (const { file_id, format, storage_id } of unfinished) {
        const key = fileKey(tenant.customer_id, file_id, format as UploadFormat);
        void this.fileStorage.abortUpload({ key, id: storage_id }).catch(() => undefined);
      }
    });
  }
}
