import { Injectable } from '@nestjs/common';
import type { MailFacts } from './outbox-mail.entity';

/** A composed mail in the language of its recipient. */
export interface Mail {
  to: string;
  /** Path of the template, without `.hbs`. */
  template: string;
  /** Texts by key: `subject`, `heading`, `body` (also the preview line in mailboxes) and others of the template. */
  translate: (key: string) => string;
  facts?: Readonly<Record<string, unknown>>;
  /** A one-time code. */
  code?: string;
  /** URL of the button. */
  link?: string;
  /** BCP 47; sets lang and text direction. Default: en. */
  language?: string;
  /** URL for one-click unsubscribe (RFC 8058); absent: the recipient cannot unsubscribe. */
  unsubscribe?: string;
}

export interface QueuedMail {
  mail_id: string;
  customer_id: number | null;
  recipient: string;
  facts: MailFacts;
}

/** Composes a mail right before sending, with its codes and links; null if it should no longer be sent. */
export type MailComposer = (mail: QueuedMail) => Promise<Mail | null>;

/** Called with the outcome, in the transaction that stores it. */
export type MailSettledHandler = (mail: QueuedMail, outcome: 'sent' | 'dropped' | 'dead') => Promise<void>;

/** Composers by mail kind. Modules call `kinds.register('registration-code', (mail) => …)` in onModuleInit. */
@Injectable()
export class MailKindRegistry {
  private readonly composers = new Map<string, MailComposer>();
  /** Kinds with recipients outside of the customer; sent even if the send condition fails. */
  private readonly external = new Set<string>();
  private readonly settledHandlers = new Map<string, MailSettledHandler>();
  private maySendFor: (customer_id: number) => Promise<boolean> = async () => true;

  register(
    kind: string,
    compose: MailComposer,
    { external = false, handleSettled }: { external?: boolean; handleSettled?: MailSettledHandler } = {},
  ): void {
    if (this.composers.has(kind)) throw new Error(`The mail kind "${kind}" is registered twice`);
    this.composers.set(kind, compose);
    if (external) this.external.add(kind);
    if (handleSettled) this.settledHandlers.set(kind, handleSettled);
  }

  /** Mails of customers that do not meet this condition are dropped instead of sent. */
  setSendCondition(maySendFor: (customer_id: number) => Promise<boolean>): void {
    this.maySendFor = maySendFor;
  }

  names(): string[] {
    return [...this.composers.keys()];
  }

  has(kind: string): boolean {
    return this.composers.has(kind);
  }

  async compose(kind: string, mail: QueuedMail): Promise<Mail | null> {
    const compose = this.composers.get(kind);
    if (!compose) throw new Error(`No mail kind "${kind}"`);
    const isInternal = mail.customer_id !== null && mail.customer_id !== 0 && !this.external.has(kind);
    if (isInternal && !(await this.maySendFor(mail.customer_id!))) return null;
    return compose(mail);
  }

  /** Calls the handler of the kind with the outcome. In the caller's transaction. */
  async handleSettled(kind: string, mail: QueuedMail, outcome: 'sent' | 'dropped' | 'dead'): Promise<void> {
    await this.settledHandlers.get(kind)?.(mail, outcome);
  }
}
