import { Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import { buildMailContext } from './mail-context';
import type { Mail } from './mail-kind-registry';

/** The mail server is unreachable or rejects our credentials: no mail can be sent at the moment. */
export class MailTransportError extends Error {}

/** Limit of one attempt; must be well below the lease (outbox.repository.ts). */
const SEND_TIMEOUT_MS = 60_000;
/** Nodemailer's codes for an unreachable or silent server, a dropped connection, or rejected credentials. */
const UNAVAILABLE_CODES: ReadonlySet<string> = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EAUTH',
]);

/** Sends a mail by the configured nodemailer transport: SMTP, or files shown at /dev/outbox. */
@Injectable()
export class MailTransport {
  constructor(private readonly mailer: MailerService) {}

  /**
   * Uses the mail id as Message-ID, so that a repeated delivery is recognised as a duplicate.
   * @throws MailTransportError if the server is unavailable; other errors concern this mail only
   */
  async send(mail_id: string, kind: string, mail: Mail): Promise<void> {
    try {
      await this.mailer.sendMail({
        to: { name: '', address: mail.to },
        template: mail.template,
        context: { ...buildMailContext(mail), mail_id, kind },
        messageId: `<${mail_id}@skilgrid>`,
        headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
        disableFileAccess: true,
        disableUrlAccess: true,
        timeout: SEND_TIMEOUT_MS,
      });
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      throw UNAVAILABLE_CODES.has(code ?? '') ? new MailTransportError(message, { cause: error }) : error;
    }
  }
}

/** RFC 2369 and RFC 8058: mailboxes show an unsubscribe button. */
const unsubscribeHeaders = ({ unsubscribe }: Mail): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
