import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { TransactionManager } from '../database/transaction-manager';
import { idToBytes, newId } from '../../common/ids';
import { MailKindRegistry } from './mail-kind-registry';
import { MailWorker } from './mail-worker';
import type { MailFacts } from './outbox-mail.entity';

export interface MailInput {
  /** null during registration. */
  customer_id: number | null;
  /** An account id, a challenge id, or an address if there is neither. */
  recipient: string;
  /** Ids only; secrets are derived when the mail is composed. */
  facts?: MailFacts;
  /** At most one mail is sent per key. */
  once_key?: string;
  /** Earliest send time, ms since 1970. */
  not_before?: number;
}

/**
 * Queues mails in the caller's transaction, so that a mail is sent exactly when the change it reports was committed.
 */
@Injectable()
export class MailOutbox {
  constructor(
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly kinds: MailKindRegistry,
    private readonly worker: MailWorker,
  ) {}

  /**
   * Queues a mail in the caller's transaction (or its own), so that it is sent only if the change commits.
   * @returns false if a mail with the same `once_key` exists
   */
  async add(kind: string, mail: MailInput): Promise<boolean> {
    return (await this.addAll(kind, [mail])) > 0;
  }

  /** Queues up to some hundred mails in one statement. @returns the number of new mails */
  async addAll(kind: string, mails: readonly MailInput[]): Promise<number> {
    if (!this.kinds.has(kind)) throw new Error(`Unknown mail kind "${kind}": register it in the module's onModuleInit`);
    if (!mails.length) return 0;
    const now = this.clock.now();
    const rows = mails.map((mail) => ({
      mail,
      mail_id: newId(now),
      next_at: Math.max(now, mail.not_before ?? 0),
    }));
    const onConflict =
      this.database.engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE mail_id = mail_id';
    const hasOnceKey = mails.some(({ once_key }) => once_key !== undefined);
    return this.transactions.run(async () => {
      const added = await this.database.write(
        `INSERT INTO outbox_mail (mail_id, customer_id, kind, recipient, facts, once_key, status, attempts, next_at,
           lease_owner, leased_until, created_at, settled_at, last_error)
         VALUES ${rows.map(() => ROW_PLACEHOLDERS).join(', ')} ${hasOnceKey ? onConflict : ''}`,
        rows.flatMap(({ mail, mail_id, next_at }) => [
          idToBytes(mail_id),
          mail.customer_id,
          kind,
          mail.recipient,
          JSON.stringify(mail.facts ?? {}),
          mail.once_key ?? null,
          next_at,
          now,
        ]),
      );
      this.transactions.afterCommit(() => rows.forEach(({ mail_id, next_at }) => this.worker.notify(mail_id, next_at)));
      return added;
    });
  }
}

const ROW_PLACEHOLDERS = "(?, ?, ?, ?, ?, ?, 'waiting', 0, ?, NULL, 0, ?, NULL, NULL)";
