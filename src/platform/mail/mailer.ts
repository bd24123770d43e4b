import type { DynamicModule } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { Config } from '../config/config';
import { FolderPost } from './folder-post';
import { FolderPostModule } from './folder-post.module';
import { LETTERS } from './letter';

/** A mail server may take this long for each step; nodemailer's own limits are minutes, in which nothing else is sent. */
const SMTP_LIMITS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mailer with its templates, as the settings say: by SMTP, or into the browsable outbox. */
export function mailerOf({ mailUrl, mailFrom }: Config): DynamicModule {
  if (mailUrl !== null) {
    // Beside a `url` nodemailer reads no other option. What the URL's query says comes first.
    const transport = { ...SMTP_LIMITS, ...parseConnectionUrl(mailUrl) };
    return MailerModule.forRoot({ ...LETTERS, transport, defaults: { from: mailFrom } });
  }
  return MailerModule.forRootAsync({
    imports: [FolderPostModule],
    inject: [FolderPost],
    useFactory: (transport: FolderPost) => ({ ...LETTERS, transport }),
  });
}
