import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { idFromBytes } from '../../common/ids';
import type { JobRun } from '../../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { ImportFilesRepository } from './import-files.repository';

const HOUR = 3_600_000;
const BATCH_SIZE = 20;

/** Deletes expired import files and their rows. */
@Injectable()
export class ImportRetentionJob implements OnModuleInit {
  constructor(
    private readonly files: ImportFilesRepository,
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly tenantFactory: TenantFactory,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'past-imports',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: (_, run) => this.deleteExpired(run),
    });
  }

  private async deleteExpired(run: JobRun): Promise<true | null> {
    // Reads across customers, so no tenant repository is used.
    const expired = await this.database.rows<{ customer_id: number; import_id: Uint8Array }>(
      `SELECT customer_id, import_id FROM import_file WHERE expires_at <= ? ORDER BY expires_at LIMIT ${BATCH_SIZE}`,
      [this.clock.now()],
    );
    for (const { customer_id, import_id } of expired) {
      const tenant = await this.tenantFactory.forSystem(customer_id);
      for (let isDeleted = false; !isDeleted;) {
        if (!(await run.shouldContinue())) return null;
        isDeleted = await this.files.deleteBatch(tenant, idFromBytes(import_id));
      }
      run.countProcessed(1);
    }
    return expired.length ? true : null;
  }
}
