import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import { Files } from '../platform/files/files';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { fileKey, type UploadFormat } from './stored-files';
import { VideoUpload } from './video-upload.entity';

/** Uploads that nobody goes on with: their training is gone. */
@Injectable()
export class BegunUploads {
  constructor(
    @Records(VideoUpload) private readonly uploads: TenantRepository<VideoUpload>,
    private readonly files: Files,
    private readonly transactions: Transactions,
  ) {}

  /** Their rows in the caller's transaction, their parts after it. */
  async forget(tenant: Tenant, training_id: string): Promise<void> {
    const begun = await this.uploads.find(tenant, { training_id });
    await this.uploads.remove(tenant, { training_id });
    this.transactions.afterCommit(() => {
      for (const { file_id, format, storage_id } of begun) {
        const key = fileKey(tenant.customer_id, file_id, format as UploadFormat);
        void this.files.abort({ key, id: storage_id }).catch(() => undefined);
      }
    });
  }
}
