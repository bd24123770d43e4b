import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { firstIdAt } from '../platform/ids';
import { Log } from '../platform/logging/log';
import { Throttle } from '../platform/throttle/throttle';

const HOUR = 3_600_000;
/** How long one can be asked about a session that is over; its sign-in stays in the audit trail. */
export const PAST_MS = 90 * 24 * HOUR;
const AT_A_TIME = 500;

/**
 * Sessions that ended, or ran out, ninety days ago are forgotten. Ids are made in the order of time, so only what began
 * before that is read, by the primary key; each portion is a transaction of its own.
 */
@Injectable()
export class PastSessions implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    const sweep = () => this.throttle.onceIn('sweep:sessions', HOUR, () => this.forget());
    this.timer = setInterval(() => void sweep().catch((error: unknown) => this.log.fault(error)), HOUR);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** @returns how many were forgotten */
  async forget(): Promise<number> {
    const over = this.clock.now() - PAST_MS;
    const end = firstIdAt(over);
    let forgotten = 0;
    for (let after: Uint8Array = Buffer.alloc(16); ;) {
      const [last] = await this.database.rows<{ session_id: Uint8Array }>(
        `SELECT session_id FROM session WHERE session_id > ? AND session_id < ?
         ORDER BY session_id LIMIT 1 OFFSET ${AT_A_TIME}`,
        [after, end],
      );
      const until = last?.session_id ?? end;
      forgotten += await this.transactions.run(() =>
        this.database.write(
          'DELETE FROM session WHERE session_id > ? AND session_id <= ? AND (ended_at < ? OR expires_at < ?)',
          [after, until, over, over],
        ),
      );
      if (!last) return forgotten;
      after = until;
    }
  }
}
