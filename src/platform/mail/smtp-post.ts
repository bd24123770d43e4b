import { Injectable } from '@nestjs/common';
import { MailerService } from '@nestjs-modules/mailer';
import { letterOf } from './letter';
import type { Mail } from './mail-kinds';
import { Post } from './post';

/** To MAIL_URL. The mail's id is its Message-ID, so that a repeated delivery is recognised as the same letter. */
@Injectable()
export class SmtpPost extends Post {
  constructor(private readonly mailer: MailerService) {
    super();
  }

  async send(mail_id: string, _kind: string, mail: Mail): Promise<void> {
    const { subject, html, text } = letterOf(mail);
    await this.mailer.sendMail({
      to: { name: '', address: mail.to },
      subject,
      html,
      text,
      messageId: `<${mail_id}@skilgrid>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      timeout: 60_000,
    });
  }
}
