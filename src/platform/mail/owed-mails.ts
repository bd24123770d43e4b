import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Transactions } from '../database/transactions';
import { idFromBytes, idToBytes } from '../ids';
import type { Round } from '../jobs/sweep';
import { MailKinds } from './mail-kinds';
import type { MailFacts, OutboxStatus } from './outbox-mail.entity';

/** Longer than any try takes (post.ts), so that nobody else sends the same letter meanwhile. */
const LEASE = 120_000;
/** Of each kind in one round: a code does not wait behind a thousand reminders. */
const OF_EACH_KIND = 5;
const DAY = 86_400_000;
/** How long what is settled can still be looked up. */
export const KEPT_MS: Readonly<Record<'sent' | 'dropped' | 'dead', number>> = {
  sent: 30 * DAY,
  dropped: 30 * DAY,
  dead: 90 * DAY,
};
const FORGOTTEN_AT_ONCE = 500;

export interface LeasedMail {
  bytes: Uint8Array;
  mail_id: string;
  kind: string;
  customer_id: number | null;
  recipient: string;
  facts: MailFacts;
  attempts: number;
}

/** The rows of the outbox as the worker sees them: due, leased, settled, and forgotten in the end. */
@Injectable()
export class OwedMails {
  /** This process, to the others. */
  private readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly kinds: MailKinds,
    private readonly clock: Clock,
  ) {}

  /** A few of each of these kinds, in turn: the oldest of each, then the next oldest of each. */
  async due(kinds: readonly string[]): Promise<Uint8Array[]> {
    if (!kinds.length) return [];
    const now = this.clock.now();
    const ofOne = (at: number) => `SELECT k${at}.mail_id, k${at}.kind, k${at}.next_at FROM (
      SELECT mail_id, kind, next_at FROM outbox_mail
      WHERE status = 'waiting' AND kind = ? AND next_at <= ? AND leased_until <= ?
      ORDER BY next_at LIMIT ${OF_EACH_KIND}) AS k${at}`;
    const rows = await this.database.rows<{ mail_id: Uint8Array; kind: string; next_at: number }>(
      kinds.map((_, at) => ofOne(at)).join(' UNION ALL '),
      kinds.flatMap((kind) => [kind, now, now]),
    );
    const taken = new Map<string, number>();
    return rows
      .sort((a, b) => Number(a.next_at) - Number(b.next_at))
      .map((row) => {
        const turn = taken.get(row.kind) ?? 0;
        taken.set(row.kind, turn + 1);
        return { mail_id: row.mail_id, turn };
      })
      .sort((a, b) => a.turn - b.turn)
      .map((row) => row.mail_id);
  }

  /** Whether that one waits for somebody now. */
  async isDue(mail_id: string): Promise<boolean> {
    const now = this.clock.now();
    const rows = await this.database.rows(
      `SELECT mail_id FROM outbox_mail WHERE mail_id = ? AND status = 'waiting' AND next_at <= ? AND leased_until <= ?`,
      [idToBytes(mail_id), now, now],
    );
    return rows.length > 0;
  }

  /** One conditional update decides which process sends it. */
  async lease(bytes: Uint8Array): Promise<LeasedMail | null> {
    const now = this.clock.now();
    const mine = await this.transactions.run(() =>
      this.database.write(
        `UPDATE outbox_mail SET lease_owner = ?, leased_until = ?, attempts = attempts + 1
         WHERE mail_id = ? AND status = 'waiting' AND next_at <= ? AND leased_until <= ?`,
        [this.owner, now + LEASE, bytes, now, now],
      ),
    );
    if (mine === 0) return null;
    const [row] = await this.database.rows<Omit<LeasedMail, 'bytes' | 'mail_id' | 'facts'> & { facts: string }>(
      'SELECT kind, customer_id, recipient, facts, attempts FROM outbox_mail WHERE mail_id = ?',
      [bytes],
    );
    if (!row) return null;
    const facts = JSON.parse(row.facts) as MailFacts;
    return { ...row, bytes, mail_id: idFromBytes(bytes), facts, attempts: Number(row.attempts) };
  }

  async settle(mail: LeasedMail, status: Exclude<OutboxStatus, 'waiting' | 'dead'>): Promise<void> {
    await this.transactions.run(async () => {
      if (await this.end(mail, status, null)) await this.kinds.settled(mail.kind, mail, status);
    });
  }

  /** Kept as a dead letter, and told in the audit log of whose mail it was. */
  async giveUp(mail: LeasedMail, reason: string): Promise<void> {
    await this.transactions.run(async () => {
      if (await this.end(mail, 'dead', reason)) await this.kinds.settled(mail.kind, mail, 'dead');
      await this.audit.record({
        customer_id: mail.customer_id ?? 0,
        account_id: null,
        role: 'system',
        action: 'mail.given_up',
        subject_type: 'mail',
        subject_id: mail.mail_id,
        became: { kind: mail.kind, attempts: mail.attempts, reason },
      });
    });
  }

  async postpone(mail: LeasedMail, next_at: number, reason: string): Promise<void> {
    await this.transactions.run(() =>
      this.database.write(
        `UPDATE outbox_mail SET next_at = ?, last_error = ?, lease_owner = NULL, leased_until = 0
         WHERE mail_id = ? AND lease_owner = ?`,
        [next_at, reason, mail.bytes, this.owner],
      ),
    );
  }

  /**
   * Deletes some of what was settled long ago. Rows with a `once_key` stay: they are what keeps a reminder from being
   * sent again.
   * @param at which of the states @returns where to go on; null: there is no more
   */
  async forget(at: number, round: Round): Promise<number | null> {
    const states = Object.entries(KEPT_MS);
    const [status, kept] = states[at]!;
    const forgotten = await this.forgetSome(status, this.clock.now() - kept);
    round.did(forgotten);
    const next = forgotten === FORGOTTEN_AT_ONCE ? at : at + 1;
    return next < states.length ? next : null;
  }

  /** Its last try was due before: that is what the index knows, and it settled with it. */
  private async forgetSome(status: string, before: number): Promise<number> {
    const rows = await this.database.rows<{ mail_id: Uint8Array }>(
      `SELECT mail_id FROM outbox_mail WHERE status = ? AND next_at < ? AND settled_at < ? AND once_key IS NULL
       LIMIT ${FORGOTTEN_AT_ONCE}`,
      [status, before, before],
    );
    if (!rows.length) return 0;
    const list = rows.map(() => '?').join(', ');
    await this.transactions.run(() =>
      this.database.write(
        `DELETE FROM outbox_mail WHERE mail_id IN (${list})`,
        rows.map((row) => row.mail_id),
      ),
    );
    return rows.length;
  }

  private end(mail: LeasedMail, status: OutboxStatus, reason: string | null): Promise<number> {
    return this.database.write(
      `UPDATE outbox_mail SET status = ?, settled_at = ?, last_error = ?, lease_owner = NULL, leased_until = 0
       WHERE mail_id = ? AND lease_owner = ?`,
      [status, this.clock.now(), reason, mail.bytes, this.owner],
    );
  }
}
