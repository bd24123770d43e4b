import { Injectable } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Transactions } from '../database/transactions';
import { idToBytes, newId } from '../ids';
import { MailKinds } from './mail-kinds';
import { MailWorker } from './mail-worker';
import type { MailFacts } from './outbox-mail.entity';

export interface OwedMail {
  /** null: nobody's customer yet. */
  customer_id: number | null;
  /** An account's id, a challenge's id, or an address where there is nothing else. */
  recipient: string;
  /** Ids only; whatever is secret is derived when the mail is made. */
  facts?: MailFacts;
  /** Sent at most once for this key. */
  once?: string;
  /** Not before this instant. */
  not_before?: number;
}

@Injectable()
export class Outbox {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly kinds: MailKinds,
    private readonly worker: MailWorker,
  ) {}

  /**
   * Owes a mail, in the caller's transaction (or one of its own): committed together with what it tells, or not at all.
   * @returns false when `once` was owed before
   */
  async add(kind: string, mail: OwedMail): Promise<boolean> {
    return (await this.addAll(kind, [mail])) > 0;
  }

  /** The same of some hundred, in one statement. @returns how many were not owed before */
  async addAll(kind: string, mails: readonly OwedMail[]): Promise<number> {
    if (!this.kinds.has(kind))
      throw new Error(`No mail kind "${kind}": MailKinds.register it in the module's onModuleInit`);
    if (!mails.length) return 0;
    const now = this.clock.now();
    const rows = mails.map((mail) => ({
      ...{ mail, mail_id: newId(now), next_at: Math.max(now, mail.not_before ?? 0) },
    }));
    const ignore =
      this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE mail_id = mail_id';
    const isOnce = mails.some(({ once }) => once !== undefined);
    return this.transactions.run(async () => {
      const added = await this.database.write(
        `INSERT INTO outbox_mail (mail_id, customer_id, kind, recipient, facts, once_key, status, attempts, next_at,
           lease_owner, leased_until, created_at, settled_at, last_error)
         VALUES ${rows.map(() => ROW).join(', ')} ${isOnce ? ignore : ''}`,
        rows.flatMap(({ mail, mail_id, next_at }) => [
          idToBytes(mail_id),
          mail.customer_id,
          kind,
          mail.recipient,
          JSON.stringify(mail.facts ?? {}),
          mail.once ?? null,
          next_at,
          now,
        ]),
      );
      this.transactions.afterCommit(() => rows.forEach(({ mail_id, next_at }) => this.worker.wake(mail_id, next_at)));
      return added;
    });
  }
}

const ROW = "(?, ?, ?, ?, ?, ?, 'waiting', 0, ?, NULL, 0, ?, NULL, NULL)";
