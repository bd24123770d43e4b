import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { idFromBytes } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { Records } from '../tenancy/tenancy.module';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { Tenants } from '../tenancy/tenants';
import { VideoUpload } from './video-upload.entity';
import { VideoUploadsService } from './video-uploads.service';

const HOUR = 3_600_000;
const AT_A_TIME = 100;

/** Uploads whose day is over, or that others took the place of: their parts go, then their row. */
@Injectable()
export class EndedUploads implements OnModuleInit {
  constructor(
    @Records(VideoUpload) private readonly uploads: TenantRepository<VideoUpload>,
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly tenants: Tenants,
    private readonly service: VideoUploadsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'ended-uploads',
      every: HOUR,
      leased: true,
      batch: (_, round) => this.forgetSome(round),
    });
  }

  private async forgetSome(round: Round): Promise<true | null> {
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const ended = await this.database.rows<{ customer_id: number; upload_id: Uint8Array }>(
      `SELECT customer_id, upload_id FROM video_upload WHERE expires_at <= ? ORDER BY expires_at LIMIT ${AT_A_TIME}`,
      [this.clock.now()],
    );
    let failed = 0;
    for (const { customer_id, upload_id: bytes } of ended) {
      if (!(await round.goesOn())) return null;
      const upload_id = idFromBytes(bytes);
      try {
        const tenant = await this.tenants.forSystem(customer_id);
        const upload = await this.uploads.one(tenant, { upload_id });
        if (upload) await this.service.forget(tenant, upload);
      } catch (error) {
        failed += 1;
        round.failed(error, { customer_id, upload_id });
      }
    }
    round.did(ended.length - failed);
    // What cannot be forgotten now (the storage is away) is found again in the next round.
    return ended.length === AT_A_TIME && failed === 0 ? true : null;
  }
}
