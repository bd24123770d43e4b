import { Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import { letterOf } from './letter';
import type { Mail } from './mail-kinds';
import { Post, PostAway } from './post';

/** What a mail server may take for each step; nodemailer's own limits are minutes, in which nothing else is sent. */
export const SMTP_LIMITS = {
  dnsTimeout: 10_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 20_000,
} as const;
/** One try in all: well below the lease (owed-mails.ts). */
const WHOLE_TRY = 60_000;
/** nodemailer's codes for a server that is not there, hangs up, says nothing, or lets us not in. */
const AWAY: ReadonlySet<string> = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS', 'ETLS', 'EAUTH']);

/** To MAIL_URL. The mail's id is its Message-ID, so that a repeated delivery is recognised as the same letter. */
@Injectable()
export class SmtpPost extends Post {
  constructor(private readonly mailer: MailerService) {
    super();
  }

  async send(mail_id: string, _kind: string, mail: Mail): Promise<void> {
    const { subject, html, text } = letterOf(mail);
    try {
      await this.mailer.sendMail({
        to: { name: '', address: mail.to },
        subject,
        html,
        text,
        messageId: `<${mail_id}@skilgrid>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
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
