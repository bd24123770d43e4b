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
    if (!this.kinds.has(kind))
      throw new Error(`No mail kind "${kind}": MailKinds.register it in the module's onModuleInit`);
    const now = this.clock.now();
    const ignore =
      this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE mail_id = mail_id';
    const added = await this.transactions.run(async () => {
      const rows = await this.database.write(
        `INSERT INTO outbox_mail (mail_id, customer_id, kind, recipient, facts, once_key, status, attempts, next_at,
           lease_owner, leased_until, created_at, settled_at, last_error)
         VALUES (?, ?, ?, ?, ?, ?, 'waiting', 0, ?, NULL, 0, ?, NULL, NULL) ${mail.once === undefined ? '' : ignore}`,
        [
          idToBytes(newId(now)),
          mail.customer_id,
          kind,
          mail.recipient,
          JSON.stringify(mail.facts ?? {}),
          mail.once ?? null,
          Math.max(now, mail.not_before ?? 0),
          now,
        ],
      );
      this.transactions.afterCommit(() => this.worker.wake());
      return rows;
    });
    return added > 0;
  }
}
