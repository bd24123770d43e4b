import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { idFromBytes } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { VideoUpload } from './video-upload.entity';
import { VideoUploadsService } from './video-uploads.service';

const INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 100;

/** Deletes uploads that expired or were replaced: first their parts, then the row. */
@Injectable()
export class UploadRetentionJob implements OnModuleInit {
  constructor(
    @InjectTenantRepository(VideoUpload) private readonly uploads: TenantRepository<VideoUpload>,
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly uploadsService: VideoUploadsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'ended-uploads',
      intervalMs: INTERVAL_MS,
      isLeased: true,
      runBatch: (_, run) => this.deleteExpired(run),
    });
  }

  private async deleteExpired(run: JobRun): Promise<true | null> {
    // Spans customers, so it uses no tenant repository.
    const expired = await this.database.rows<{ customer_id: number; upload_id: Uint8Array }>(
      `SELECT customer_id, upload_id FROM video_upload WHERE expires_at <= ? ORDER BY expires_at LIMIT ${BATCH_SIZE}`,
      [this.clock.now()],
    );
    let failures = 0;
    for (const { customer_id, upload_id: bytes } of expired) {
      if (!(await run.shouldContinue())) return null;
      const upload_id = idFromBytes(bytes);
      try {
        const tenant = await this.tenantFactory.forSystem(customer_id);
        const upload = await this.uploads.findOne(tenant, { upload_id });
        if (upload) await this.uploadsService.removeEnded(tenant, upload);
      } catch (error) {
        failures += 1;
        run.recordFailure(error, { customer_id, upload_id });
      }
    }
    run.countProcessed(expired.length - failures);
    // Failed deletions (storage unavailable) are found again by the next run.
    return expired.length === BATCH_SIZE && failures === 0 ? true : null;
  }
}
