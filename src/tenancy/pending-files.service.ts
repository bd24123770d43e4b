import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../infrastructure/database/database';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { FileStorage, StorageUnavailableError } from '../infrastructure/files/file-storage';
import type { JobRun } from '../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../infrastructure/jobs/job-scheduler';
import { PendingFile } from './pending-file.entity';
import { InjectTenantRepository } from './tenancy.module';
import type { Tenant } from './tenant';
import type { TenantRepository } from './tenant-repository';
import { TenantFactory } from './tenant.factory';

const HOUR = 3_600_000;
const LIFETIME_MS = 48 * HOUR;
/**
 * Clocks differ between processes and transactions take time, so a file is deleted later than a row may refer to it.
 */
const GRACE_MS = HOUR;
const BATCH_SIZE = 100;

/**
 * Files that are stored before a row refers to them. The transaction that writes the referring row removes the row of
 * `pending_file`. A file is therefore deleted only if that transaction did not commit, even if the response of the
 * COMMIT was lost.
 */
@Injectable()
export class PendingFilesService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(PendingFile) private readonly pendingFiles: TenantRepository<PendingFile>,
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly tenantFactory: TenantFactory,
    private readonly fileStorage: FileStorage,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<true>({
      name: 'pending-files',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: (_, run) => this.deleteExpired(run),
    });
  }

  /** Must be called before the file is stored. */
  async register(tenant: Tenant, storage_key: string): Promise<void> {
    const expires_at = this.clock.now() + LIFETIME_MS;
    await this.transactions.run(() => this.pendingFiles.insertMissing(tenant, [{ storage_key, expires_at }]));
  }

  /**
   * Writes the referring row and removes the pending row in one transaction. Deletes the file on failure, unless the
   * transaction has committed.
   * @throws StorageUnavailableError, and errors of `write`
   */
  async commit(tenant: Tenant, storage_key: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const expires_at = { gt: this.clock.now() };
        if (await this.pendingFiles.remove(tenant, { storage_key, expires_at })) await write();
        else if (await this.pendingFiles.findOne(tenant, { storage_key }))
          throw new StorageUnavailableError('stored too long ago');
        // No pending row: a retry after a COMMIT whose response was lost. The row is written already.
      });
    } catch (error) {
      // The scheduled job deletes the file later.
      await this.discard(tenant, storage_key).catch(() => undefined);
      throw error;
    }
  }

  private async discard(tenant: Tenant, storage_key: string): Promise<void> {
    // Waits for a running COMMIT and prevents a later one.
    const isPending = await this.transactions.run(() =>
      this.pendingFiles.update(tenant, { storage_key }, { expires_at: 0 }),
    );
    if (isPending) await this.delete(tenant, storage_key);
  }

  private async deleteExpired(run: JobRun): Promise<true | null> {
    // Reads across customers, so no tenant repository.
    const expired = await this.database.rows<Pick<PendingFile, 'customer_id' | 'storage_key'>>(
      `SELECT customer_id, storage_key FROM pending_file WHERE expires_at <= ? ORDER BY expires_at LIMIT ${BATCH_SIZE}`,
      [this.clock.now() - GRACE_MS],
    );
    let failures = 0;
    for (const { customer_id, storage_key } of expired) {
      if (!(await run.shouldContinue())) return null;
      try {
        await this.delete(await this.tenantFactory.forSystem(customer_id), storage_key);
        run.countProcessed(1);
      } catch (error) {
        failures += 1;
        run.recordFailure(error, { customer_id, storage_key });
      }
    }
    return expired.length === BATCH_SIZE && failures === 0 ? true : null;
  }

  /** The file first; its row names it until it is deleted. */
  private async delete(tenant: Tenant, storage_key: string): Promise<void> {
    await this.fileStorage.remove(storage_key);
    await this.transactions.run(() => this.pendingFiles.remove(tenant, { storage_key }));
  }
}
