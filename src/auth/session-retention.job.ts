import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../common/clock';
import { Database } from '../infrastructure/database/database';
import { TransactionManager } from '../infrastructure/database/transaction-manager';
import { smallestIdAt } from '../common/ids';
import type { JobRun } from '../infrastructure/jobs/scheduled-job';
import { JobScheduler } from '../infrastructure/jobs/job-scheduler';

const HOUR = 3_600_000;
/** Sign-ins stay in the audit trail after the session is deleted. */
export const SESSION_RETENTION_MS = 90 * 24 * HOUR;
const BATCH_SIZE = 500;

/**
 * Deletes sessions that ended or expired ninety days ago. Ids sort by time, so a range of the primary key contains all
 * candidates; each batch is one transaction.
 */
@Injectable()
export class SessionRetentionJob implements OnModuleInit {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<Uint8Array>({
      name: 'past-sessions',
      intervalMs: HOUR,
      isLeased: true,
      runBatch: (from, run) => this.deleteExpired(from ?? Buffer.alloc(16), run),
    });
  }

  private async deleteExpired(after: Uint8Array, run: JobRun): Promise<Uint8Array | null> {
    const cutoff = this.clock.now() - SESSION_RETENTION_MS;
    const maxId = smallestIdAt(cutoff);
    const [nextRow] = await this.database.rows<{ session_id: Uint8Array }>(
      `SELECT session_id FROM session WHERE session_id > ? AND session_id < ?
       ORDER BY session_id LIMIT 1 OFFSET ${BATCH_SIZE}`,
      [after, maxId],
    );
    const lastId = nextRow?.session_id ?? maxId;
    const deletedCount = await this.transactions.run(() =>
      this.database.write(
        'DELETE FROM session WHERE session_id > ? AND session_id <= ? AND (ended_at < ? OR expires_at < ?)',
        [after, lastId, cutoff, cutoff],
      ),
    );
    run.countProcessed(deletedCount);
    return nextRow ? lastId : null;
  }
}
