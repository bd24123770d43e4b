import { Injectable } from '@nestjs/common';
import { LIVE_STREAMS_MAX } from '../../contract/live';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { placeholders } from '../../infrastructure/database/where';
import { idToBytes } from '../../common/ids';
import { TooManyStreamsError } from './live.errors';
// Read by plain SQL only; the import registers the entity.
import './live-stream.entity';

const BATCH_SIZE = 500;

interface Slot {
  slot: number;
  leased_until: number | string;
}

/** Limits the open streams of an account across all processes, by unique key and guarded update. */
@Injectable()
export class LiveStreamSlotsService {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** @throws TooManyStreamsError */
  async take(customer_id: number, account_id: string, stream_id: string, durationMs: number): Promise<void> {
    const owner = [customer_id, idToBytes(account_id)];
    for (;;) {
      const now = this.clock.now();
      const slots = await this.database.rows<Slot>(
        'SELECT slot, leased_until FROM live_stream WHERE customer_id = ? AND account_id = ?',
        owner,
      );
      const leasesBySlot = new Map(slots.map(({ slot, leased_until }) => [Number(slot), Number(leased_until)]));
      const freeSlot = Array.from({ length: LIVE_STREAMS_MAX }, (_, index) => index + 1).find(
        (slot) => (leasesBySlot.get(slot) ?? 0) < now,
      );
      if (freeSlot === undefined) throw new TooManyStreamsError();
      const [previousLease, leasedUntil] = [leasesBySlot.get(freeSlot), now + durationMs];
      const lease = [idToBytes(stream_id), leasedUntil];
      const isAcquired = await this.transactions.run(() =>
        previousLease === undefined
          ? this.database.write(
              `INSERT INTO live_stream (customer_id, account_id, slot, stream_id, leased_until) VALUES (?, ?, ?, ?, ?)
               ${this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE slot = slot'}`,
              [...owner, freeSlot, ...lease],
            )
          : this.database.write(
              `UPDATE live_stream SET stream_id = ?, leased_until = ?
               WHERE customer_id = ? AND account_id = ? AND slot = ? AND leased_until = ?`,
              [...lease, ...owner, freeSlot, previousLease],
            ),
      );
      if (isAcquired) return;
    }
  }

  async release(streamIds: readonly string[]): Promise<void> {
    for (let from = 0; from < streamIds.length; from += BATCH_SIZE) {
      const ids = streamIds.slice(from, from + BATCH_SIZE).map(idToBytes);
      await this.transactions.run(() =>
        this.database.write(`DELETE FROM live_stream WHERE stream_id IN (${placeholders(ids.length)})`, ids),
      );
    }
  }

  /** Slots of killed processes. */
  async deleteExpired(): Promise<void> {
    await this.transactions.run(() =>
      this.database.write('DELETE FROM live_stream WHERE leased_until < ?', [this.clock.now() - 3_600_000]),
    );
  }
}
