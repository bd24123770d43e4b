import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { Files, StorageAway } from '../platform/files/files';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';
import { PendingFile } from './pending-file.entity';
import { Records } from './tenancy.module';
import type { Tenant } from './tenant';
import type { TenantRepository } from './tenant-repository';
import { Tenants } from './tenants';

const HOUR = 3_600_000;
const LIFETIME_MS = 48 * HOUR;
/** Clocks of processes differ and transactions take time: a file is deleted later than a row may refer to it. */
const GRACE_MS = HOUR;
const BATCH_SIZE = 100;

/**
 * Files that are stored before a row refers to them. Each has a row in `pending_file`, which the transaction that writes
 * the referring row removes. So a file is deleted only where that transaction has not committed, even if the answer of its
 * COMMIT was lost, and no file stays that nothing refers to.
 */
@Injectable()
export class PendingFiles implements OnModuleInit {
  constructor(
    @Records(PendingFile) private readonly pendingFiles: TenantRepository<PendingFile>,
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly tenants: Tenants,
    private readonly files: Files,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<true>({
      name: 'pending-files',
      every: HOUR,
      leased: true,
      batch: (_, round) => this.deleteExpired(round),
    });
  }

  /** Before the file is stored. */
  async register(tenant: Tenant, storage_key: string): Promise<void> {
    const expires_at = this.clock.now() + LIFETIME_MS;
    await this.transactions.run(() => this.pendingFiles.insertMissing(tenant, [{ storage_key, expires_at }]));
  }

  /**
   * Writes the row that refers to a stored file, in one transaction with the removal of its pending row. Where that fails
   * the file is deleted, unless it has committed nevertheless.
   * @throws what `write` throws, StorageAway
   */
  async commit(tenant: Tenant, storage_key: string, write: () => Promise<unknown>): Promise<void> {
    try {
      await this.transactions.run(async () => {
        const expires_at = { gt: this.clock.now() };
        if (await this.pendingFiles.remove(tenant, { storage_key, expires_at })) await write();
        else if (await this.pendingFiles.one(tenant, { storage_key })) throw new StorageAway('stored too long ago');
        // Without a pending row this is a repetition after a COMMIT whose answer was lost: the row is written.
      });
    } catch (error) {
      // What cannot be deleted now is swept.
      await this.discard(tenant, storage_key).catch(() => undefined);
      throw error;
    }
  }

  private async discard(tenant: Tenant, storage_key: string): Promise<void> {
    // Waits for a COMMIT that is under way, and makes one that is still to come impossible.
    const isPending = await this.transactions.run(() =>
      this.pendingFiles.update(tenant, { storage_key }, { expires_at: 0 }),
    );
    if (isPending) await this.delete(tenant, storage_key);
  }

  private async deleteExpired(round: Round): Promise<true | null> {
    // Across organisations, so no tenant repository: the ids lead to a tenant each.
    const expired = await this.database.rows<Pick<PendingFile, 'customer_id' | 'storage_key'>>(
      `SELECT customer_id, storage_key FROM pending_file WHERE expires_at <= ? ORDER BY expires_at LIMIT ${BATCH_SIZE}`,
      [this.clock.now() - GRACE_MS],
    );
    let failures = 0;
    for (const { customer_id, storage_key } of expired) {
      if (!(await round.goesOn())) return null;
      try {
        await this.delete(await this.tenants.forSystem(customer_id), storage_key);
        round.did(1);
      } catch (error) {
        failures += 1;
        round.failed(error, { customer_id, storage_key });
      }
    }
    return expired.length === BATCH_SIZE && failures === 0 ? true : null;
  }

  /** The file first: its row names it until it is gone. */
  private async delete(tenant: Tenant, storage_key: string): Promise<void> {
    await this.files.remove(storage_key);
    await this.transactions.run(() => this.pendingFiles.remove(tenant, { storage_key }));
  }
}
