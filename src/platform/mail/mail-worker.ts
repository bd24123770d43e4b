import { randomUUID } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Transactions } from '../database/transactions';
import { isDatabaseAway } from '../errors/database-away';
import { outsideRequest } from '../http/request-context';
import { idFromBytes } from '../ids';
import { Log } from '../logging/log';
import { scrub } from '../logging/scrub';
import { MailKinds } from './mail-kinds';
import type { MailFacts, OutboxStatus } from './outbox-mail.entity';
import { Post } from './post';

const ROUND = 10;
const LEASE = 120_000;
const LOOK_EVERY = 5_000;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Pauses after the first, second, … failure; after the last one it is a dead letter. About a day in all. */
const PAUSES = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, 720 * MINUTE];

interface Leased {
  bytes: Uint8Array;
  kind: string;
  customer_id: number | null;
  recipient: string;
  facts: MailFacts;
  attempts: number;
}

/** Sends what is owed: at once after a commit that owed something, and every five seconds for what others left. */
@Injectable()
export class MailWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly owner = randomUUID();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;
  private again = false;
  private stopped = true;

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly kinds: MailKinds,
    private readonly post: Post,
    private readonly log: Log,
  ) {}

  onApplicationBootstrap(): void {
    this.stopped = false;
    this.timer = setInterval(() => this.wake(), LOOK_EVERY);
    this.timer.unref();
    this.wake();
  }

  /** Finishes the mail in hand; what is left stays owed and its lease was never taken. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** There is something to do. Returns at once. */
  wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    // Leaves the caller's request and transaction behind: `afterCommit` still runs inside their async context.
    this.running = outsideRequest(() =>
      new Promise<void>((done) => setImmediate(() => void this.rounds().finally(done))).then(() => {
        this.running = null;
        if (this.again) {
          this.again = false;
          this.wake();
        }
      }),
    );
  }

  /** Tests: until nothing that is due is left. */
  async settle(): Promise<void> {
    while (this.running) await this.running;
    this.wake();
    while (this.running) await this.running;
  }

  private async rounds(): Promise<void> {
    try {
      while (!this.stopped) {
        const due = await this.due();
        for (const bytes of due) {
          if (this.stopped) return;
          const mail = await this.lease(bytes);
          if (mail) await this.deliver(mail);
        }
        if (due.length < ROUND) return;
      }
    } catch (error) {
      if (isDatabaseAway(error)) this.log.warn('Mails wait for the database', 'MailWorker');
      else this.log.fault(error, { context: 'MailWorker' });
    }
  }

  private async due(): Promise<Uint8Array[]> {
    const now = this.clock.now();
    const rows = await this.database.rows<{ mail_id: Uint8Array }>(
      `SELECT mail_id FROM outbox_mail WHERE status = 'waiting' AND next_at <= ? AND leased_until <= ? ORDER BY next_at LIMIT ${ROUND}`,
      [now, now],
    );
    return rows.map((row) => row.mail_id);
  }

  /** One conditional update decides which process sends it. */
  private async lease(bytes: Uint8Array): Promise<Leased | null> {
    const now = this.clock.now();
    const mine = await this.transactions.run(() =>
      this.database.write(
        `UPDATE outbox_mail SET lease_owner = ?, leased_until = ?, attempts = attempts + 1
         WHERE mail_id = ? AND status = 'waiting' AND next_at <= ? AND leased_until <= ?`,
        [this.owner, now + LEASE, bytes, now, now],
      ),
    );
    if (mine === 0) return null;
    const [row] = await this.database.rows<Omit<Leased, 'bytes' | 'facts'> & { facts: string }>(
      'SELECT kind, customer_id, recipient, facts, attempts FROM outbox_mail WHERE mail_id = ?',
      [bytes],
    );
    return row ? { ...row, bytes, facts: JSON.parse(row.facts) as MailFacts, attempts: Number(row.attempts) } : null;
  }

  private async deliver(leased: Leased): Promise<void> {
    const { kind, customer_id, recipient, facts } = leased;
    const mail_id = idFromBytes(leased.bytes);
    try {
      const mail = await this.kinds.compose(kind, { mail_id, customer_id, recipient, facts });
      if (mail) await this.post.send(mail_id, kind, mail);
      await this.settled(leased, mail ? 'sent' : 'dropped', null);
    } catch (error) {
      const pause = PAUSES[leased.attempts - 1];
      const reason = scrub((error as Error).message ?? String(error)).slice(0, 200);
      this.log.warn(
        `Mail ${mail_id} (${kind}) failed, try ${leased.attempts}${pause ? '' : ', given up'}: ${reason}`,
        'MailWorker',
      );
      if (pause === undefined) await this.settled(leased, 'dead', reason);
      else await this.postponed(leased, this.clock.now() + pause, reason);
    }
  }

  private async settled(leased: Leased, status: OutboxStatus, reason: string | null): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE outbox_mail SET status = ?, settled_at = ?, last_error = ?, lease_owner = NULL, leased_until = 0
         WHERE mail_id = ? AND lease_owner = ?`,
        [status, this.clock.now(), reason, leased.bytes, this.owner],
      ),
    );
  }

  private async postponed(leased: Leased, next_at: number, reason: string): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE outbox_mail SET next_at = ?, last_error = ?, lease_owner = NULL, leased_until = 0
         WHERE mail_id = ? AND lease_owner = ?`,
        [next_at, reason, leased.bytes, this.owner],
      ),
    );
  }
}
