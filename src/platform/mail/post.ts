import type { Mail } from './mail-kinds';

/** The server could not be reached or lets nobody in: not this letter's fault, and the next one would fare alike. */
export class PostAway extends Error {}

/** How a mail leaves the house: by SMTP, or into the browsable outbox. */
export abstract class Post {
  /** @throws when it could not be handed over; the worker tries again later. @throws PostAway */
  abstract send(mail_id: string, kind: string, mail: Mail): Promise<void>;
}
