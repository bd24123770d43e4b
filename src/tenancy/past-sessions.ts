import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { firstIdAt } from '../platform/ids';
import type { Round } from '../platform/jobs/sweep';
import { Sweeper } from '../platform/jobs/sweeper';

const HOUR = 3_600_000;
/** How long one can be asked about a session that is over; its sign-in stays in the audit trail. */
export const PAST_MS = 90 * 24 * HOUR;
const AT_A_TIME = 500;

/**
 * Sessions that ended, or ran out, ninety days ago are forgotten. Ids are made in the order of time, so only what began
 * before that is read, by the primary key; each portion is a transaction of its own.
 */
@Injectable()
export class PastSessions implements OnModuleInit {
  constructor(
    private readonly sweeper: Sweeper,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<Uint8Array>({
      name: 'past-sessions',
      every: HOUR,
      leased: true,
      batch: (from, round) => this.forget(from ?? Buffer.alloc(16), round),
    });
  }

  private async forget(after: Uint8Array, round: Round): Promise<Uint8Array | null> {
    const over = this.clock.now() - PAST_MS;
    const end = firstIdAt(over);
    const [last] = await this.database.rows<{ session_id: Uint8Array }>(
      `SELECT session_id FROM session WHERE session_id > ? AND session_id < ?
       ORDER BY session_id LIMIT 1 OFFSET ${AT_A_TIME}`,
      [after, end],
    );
    const until = last?.session_id ?? end;
    const forgotten = await this.transactions.run(() =>
      this.database.write(
        'DELETE FROM session WHERE session_id > ? AND session_id <= ? AND (ended_at < ? OR expires_at < ?)',
        [after, until, over, over],
      ),
    );
    round.did(forgotten);
    return last ? until : null;
  }
}
