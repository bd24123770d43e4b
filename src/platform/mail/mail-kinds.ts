import { Injectable } from '@nestjs/common';
import type { MailFacts } from './outbox-mail.entity';

/** A mail: its template and what that names. Texts come in the language of whoever reads it. */
export interface Mail {
  to: string;
  /** The file, without `.hbs`. */
  template: string;
  /** Its texts: `subject`, `heading`, `body` (also the line that mailboxes show beside the subject), and what the template asks for. */
  say: (key: string) => string;
  facts?: Readonly<Record<string, unknown>>;
  /** A one-time code, shown large. */
  code?: string;
  /** Where its button leads. */
  link?: string;
  /** BCP 47; sets lang and the direction of writing. Default en. */
  language?: string;
  /** Where such mails are switched off, by one POST without signing in (RFC 8058); left out: they are not to be. */
  unsubscribe?: string;
}

export interface MailToCompose {
  mail_id: string;
  customer_id: number | null;
  recipient: string;
  facts: MailFacts;
}

/** Makes the mail when its turn comes, deriving codes and links then; null when it should no longer be sent. */
export type Compose = (owed: MailToCompose) => Promise<Mail | null>;

/** What has become of it, in the transaction that settles it. */
export type MailSettled = (owed: MailToCompose, became: 'sent' | 'dropped' | 'dead') => Promise<void>;

/** The domains' mails by kind: `kinds.register('registration-code', (owed) => …)` in onModuleInit. */
@Injectable()
export class MailKinds {
  private readonly composers = new Map<string, Compose>();
  /** Kinds that go to somebody outside of the organisation that owes them. */
  private readonly outwards = new Set<string>();
  private readonly settlers = new Map<string, MailSettled>();
  private mayOwe: (customer_id: number) => Promise<boolean> = async () => true;

  register(
    kind: string,
    compose: Compose,
    { outwards = false, settled }: { outwards?: boolean; settled?: MailSettled } = {},
  ): void {
    if (this.composers.has(kind)) throw new Error(`The mail kind "${kind}" is registered twice`);
    this.composers.set(kind, compose);
    if (outwards) this.outwards.add(kind);
    if (settled) this.settlers.set(kind, settled);
  }

  /** Whose mails are sent at all; what others owe is dropped when its turn comes. */
  sendFor(mayOwe: (customer_id: number) => Promise<boolean>): void {
    this.mayOwe = mayOwe;
  }

  names(): string[] {
    return [...this.composers.keys()];
  }

  has(kind: string): boolean {
    return this.composers.has(kind);
  }

  async compose(kind: string, owed: MailToCompose): Promise<Mail | null> {
    const compose = this.composers.get(kind);
    if (!compose) throw new Error(`No mail kind "${kind}"`);
    const within = owed.customer_id !== null && owed.customer_id !== 0 && !this.outwards.has(kind);
    if (within && !(await this.mayOwe(owed.customer_id!))) return null;
    return compose(owed);
  }

  /** Tells whoever owed it what has become of it. In the caller's transaction. */
  async settled(kind: string, owed: MailToCompose, became: 'sent' | 'dropped' | 'dead'): Promise<void> {
    await this.settlers.get(kind)?.(owed, became);
  }
}
