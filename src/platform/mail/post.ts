import { Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import { contextOf } from './mail-context';
import type { Mail } from './mail-kinds';

/** The mail server cannot be reached or refuses the sign-in: no mail can be sent at the moment. */
export class PostAway extends Error {}

/** One try in all: well below the lease (owed-mails.ts). */
const WHOLE_TRY = 60_000;
/** nodemailer's codes for a server that is not there, hangs up, says nothing, or lets us not in. */
const AWAY: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH']);

/** How a mail leaves the house: by SMTP, or into the browsable outbox, as its transport says. */
@Injectable()
export class Post {
  constructor(private readonly mailer: MailerService) {}

  /**
   * The mail's id is its Message-ID, so that a repeated delivery is recognised as the same letter.
   * @throws when it could not be handed over; the worker tries again later. @throws PostAway
   */
  async send(mail_id: string, kind: string, mail: Mail): Promise<void> {
    try {
      await this.mailer.sendMail({
        to: { name: '', address: mail.to },
        template: mail.template,
        context: { ...contextOf(mail), mail_id, kind },
        messageId: `<${mail_id}@skilgrid>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...leaveHeaders(mail) },
        disableFileAccess: true,
        disableUrlAccess: true,
        timeout: WHOLE_TRY,
      });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      throw AWAY.has(code ?? '') ? new PostAway(message, { cause: error }) : error;
    }
  }
}

/** RFC 2369 and RFC 8058: mailboxes show a button of their own for it. */
const leaveHeaders = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
