import type { DynamicModule } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import type { Config } from '../config/config';
import { FolderMailTransport } from './folder-mail-transport';
import { FolderMailTransportModule } from './folder-mail-transport.module';
import { MAIL_TEMPLATE_OPTIONS } from './mail-templates';

/** Nodemailer's defaults are minutes, in which no other mail would be sent. */
const SMTP_LIMITS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** The mailer with its templates: SMTP if MAIL_URL is set, else files shown at /dev/outbox. */
export function createMailerModule({ mailUrl, mailFrom }: Config): DynamicModule {
  if (mailUrl !== null) {
    // Nodemailer ignores all other options when `url` is set. The URL's query overrides our limits.
    const transport = { ...SMTP_LIMITS, ...parseConnectionUrl(mailUrl) };
    return MailerModule.forRoot({ ...MAIL_TEMPLATE_OPTIONS, transport, defaults: { from: mailFrom } });
  }
  return MailerModule.forRootAsync({
    imports: [FolderMailTransportModule],
    inject: [FolderMailTransport],
    useFactory: (transport: FolderMailTransport) => ({ ...MAIL_TEMPLATE_OPTIONS, transport }),
  });
}
