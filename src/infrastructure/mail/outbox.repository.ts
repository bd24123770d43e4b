import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { TransactionManager } from '../database/transaction-manager';
import { idFromBytes, idToBytes } from '../../common/ids';
import type { JobRun } from '../jobs/scheduled-job';
import { MailKindRegistry } from './mail-kind-registry';
import type { MailFacts, OutboxStatus } from './outbox-mail.entity';

/** Longer than any attempt (mail-transport.ts), so that no other process sends the same mail meanwhile. */
const LEASE_MS = 120_000;
/** Mails per kind and run, so that a code does not wait behind a thousand reminders. */
const BATCH_PER_KIND = 5;
const DAY = 86_400_000;
/** How long settled mails are stored, in ms. */
export const RETENTION_MS: Readonly<Record<'sent' | 'dropped' | 'dead', number>> = {
  sent: 30 * DAY,
  dropped: 30 * DAY,
  dead: 90 * DAY,
};
const PURGE_BATCH = 500;

export interface LeasedMail {
  bytes: Uint8Array;
  mail_id: string;
  kind: string;
  customer_id: number | null;
  recipient: string;
  facts: MailFacts;
  attempts: number;
}

/** The outbox rows for MailWorker: finding due mails, leasing, settling, deleting old ones. */
@Injectable()
export class OutboxRepository {
  /** Identifies this process in the lease. */
  private readonly owner = randomUUID();

  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly kinds: MailKindRegistry,
    private readonly clock: Clock,
  ) {}

  /** Due mails, interleaved by kind: the oldest of each kind, then the second oldest of each kind, … */
  async findDue(kinds: readonly string[]): Promise<Uint8Array[]> {
    if (!kinds.length) return [];
    const now = this.clock.now();
    const dueOfKindSql = (at: number) => `SELECT k${at}.mail_id, k${at}.kind, k${at}.next_at FROM (
      SELECT mail_id, kind, next_at FROM outbox_mail
      WHERE status = 'waiting' AND kind = ? AND next_at <= ? AND leased_until <= ?
      ORDER BY next_at LIMIT ${BATCH_PER_KIND}) AS k${at}`;
    const rows = await this.database.rows<{ mail_id: Uint8Array; kind: string; next_at: number }>(
      kinds.map((_, at) => dueOfKindSql(at)).join(' UNION ALL '),
      kinds.flatMap((kind) => [kind, now, now]),
    );
    const countByKind = new Map<string, number>();
    return rows
      .sort((a, b) => Number(a.next_at) - Number(b.next_at))
      .map((row) => {
        const rank = countByKind.get(row.kind) ?? 0;
        countByKind.set(row.kind, rank + 1);
        return { mail_id: row.mail_id, rank };
      })
      .sort((a, b) => a.rank - b.rank)
      .map((row) => row.mail_id);
  }

  async isDue(mail_id: string): Promise<boolean> {
    const now = this.clock.now();
    const rows = await this.database.rows(
      `SELECT mail_id FROM outbox_mail WHERE mail_id = ? AND status = 'waiting' AND next_at <= ? AND leased_until <= ?`,
      [idToBytes(mail_id), now, now],
    );
    return rows.length > 0;
  }

  /** A conditional update decides which process sends the mail; null if another one has it. */
  async lease(bytes: Uint8Array): Promise<LeasedMail | null> {
    const now = this.clock.now();
    const leasedRows = await this.transactions.run(() =>
      this.database.write(
        `UPDATE outbox_mail SET lease_owner = ?, leased_until = ?, attempts = attempts + 1
         WHERE mail_id = ? AND status = 'waiting' AND next_at <= ? AND leased_until <= ?`,
        [this.owner, now + LEASE_MS, bytes, now, now],
      ),
    );
    if (leasedRows === 0) return null;
    const [row] = await this.database.rows<Omit<LeasedMail, 'bytes' | 'mail_id' | 'facts'> & { facts: string }>(
      'SELECT kind, customer_id, recipient, facts, attempts FROM outbox_mail WHERE mail_id = ?',
      [bytes],
    );
    if (!row) return null;
    const facts = JSON.parse(row.facts) as MailFacts;
    return { ...row, bytes, mail_id: idFromBytes(bytes), facts, attempts: Number(row.attempts) };
  }

  async markSettled(mail: LeasedMail, status: Exclude<OutboxStatus, 'waiting' | 'dead'>): Promise<void> {
    await this.transactions.run(async () => {
      if (await this.closeLease(mail, status, null)) await this.kinds.handleSettled(mail.kind, mail, status);
    });
  }

  /** Marks the mail as dead and records it in the customer's audit log. */
  async giveUp(mail: LeasedMail, reason: string): Promise<void> {
    await this.transactions.run(async () => {
      if (await this.closeLease(mail, 'dead', reason)) await this.kinds.handleSettled(mail.kind, mail, 'dead');
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
   * Deletes a batch of old settled mails. Rows with a `once_key` stay, because they prevent a second reminder.
   * @param stateIndex index of the status to process
   * @returns the index to continue with; null when done
   */
  async purgeSettled(stateIndex: number, run: JobRun): Promise<number | null> {
    const states = Object.entries(RETENTION_MS);
    const [status, retention] = states[stateIndex]!;
    const deleted = await this.deleteSettledBefore(status, this.clock.now() - retention);
    run.countProcessed(deleted);
    const next = deleted === PURGE_BATCH ? stateIndex : stateIndex + 1;
    return next < states.length ? next : null;
  }

  /** `next_at` of the last attempt is before `settled_at`; it is queried as well because it is indexed. */
  private async deleteSettledBefore(status: string, before: number): Promise<number> {
    const rows = await this.database.rows<{ mail_id: Uint8Array }>(
      `SELECT mail_id FROM outbox_mail WHERE status = ? AND next_at < ? AND settled_at < ? AND once_key IS NULL
       LIMIT ${PURGE_BATCH}`,
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

  private closeLease(mail: LeasedMail, status: OutboxStatus, reason: string | null): Promise<number> {
    return this.database.write(
      `UPDATE outbox_mail SET status = ?, settled_at = ?, last_error = ?, lease_owner = NULL, leased_until = 0
       WHERE mail_id = ? AND lease_owner = ?`,
      [status, this.clock.now(), reason, mail.bytes, this.owner],
    );
  }
}
