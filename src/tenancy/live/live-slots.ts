import { Injectable } from '@nestjs/common';
import { LIVE_STREAMS_MAX } from '../../contract/live';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { Transactions } from '../../platform/database/transactions';
import { marks } from '../../platform/database/where';
import { idToBytes } from '../../platform/ids';
import { TooManyStreams } from './live.errors';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './live-stream.entity';

/** Rows of one transaction. */
const AT_ONCE = 500;

interface Slot {
  slot: number;
  leased_until: number | string;
}

/** How many streams an account has open, at all processes together. The key decides, and a guarded update. */
@Injectable()
export class LiveSlots {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyStreams */
  async take(customer_id: number, account_id: string, stream_id: string, lasts: number): Promise<void> {
    const owner = [customer_id, idToBytes(account_id)];
    for (;;) {
      const now = this.clock.now();
      const slots = await this.database.rows<Slot>(
        'SELECT slot, leased_until FROM live_stream WHERE customer_id = ? AND account_id = ?',
        owner,
      );
      const held = new Map(slots.map(({ slot, leased_until }) => [Number(slot), Number(leased_until)]));
      const free = Array.from({ length: LIVE_STREAMS_MAX }, (_, at) => at + 1).find(
        (slot) => (held.get(slot) ?? 0) < now,
      );
      if (free === undefined) throw new TooManyStreams();
      const [before, until] = [held.get(free), now + lasts];
      const given = [idToBytes(stream_id), until];
      const won = await this.transactions.run(() =>
        before === undefined
          ? this.database.write(
              `INSERT INTO live_stream (customer_id, account_id, slot, stream_id, leased_until) VALUES (?, ?, ?, ?, ?)
               ${this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE slot = slot'}`,
              [...owner, free, ...given],
            )
          : this.database.write(
              `UPDATE live_stream SET stream_id = ?, leased_until = ?
               WHERE customer_id = ? AND account_id = ? AND slot = ? AND leased_until = ?`,
              [...given, ...owner, free, before],
            ),
      );
      if (won) return;
    }
  }

  async giveBack(streamIds: readonly string[]): Promise<void> {
    for (let from = 0; from < streamIds.length; from += AT_ONCE) {
      const ids = streamIds.slice(from, from + AT_ONCE).map(idToBytes);
      await this.transactions.run(() =>
        this.database.write(`DELETE FROM live_stream WHERE stream_id IN (${marks(ids.length)})`, ids),
      );
    }
  }

  /** What killed processes left. */
  async forgetOld(): Promise<void> {
    await this.transactions.run(() =>
      this.database.write('DELETE FROM live_stream WHERE leased_until < ?', [this.clock.now() - 3_600_000]),
    );
  }
}
