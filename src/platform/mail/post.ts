import type { Mail } from './mail-kinds';

/** How a mail leaves the house: by SMTP, or into the browsable outbox. */
export abstract class Post {
  /** @throws when it could not be handed over; the worker tries again later */
  abstract send(mail_id: string, kind: string, mail: Mail): Promise<void>;
}
