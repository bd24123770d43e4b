import { Module, type DynamicModule } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import type { Config } from '../config/config';
import { DevOutboxController } from './dev-outbox.controller';
import { FolderPost } from './folder-post';
import { MailKinds } from './mail-kinds';
import { MailWorker } from './mail-worker';
import { OwedMails } from './owed-mails';
import { Outbox } from './outbox';
import { Post } from './post';
import { SMTP_LIMITS, SmtpPost } from './smtp-post';

/** Exports `Outbox` (owe a mail), `MailKinds` (say what a kind of mail says) and `MailWorker` (tests: settle). */
@Module({})
export class MailModule {
  static with(config: Config): DynamicModule {
    const shared = [Outbox, MailKinds, MailWorker];
    if (config.mailUrl === null) {
      return {
        module: MailModule,
        global: true,
        controllers: config.production ? [] : [DevOutboxController],
        providers: [...shared, OwedMails, FolderPost, { provide: Post, useExisting: FolderPost }],
        exports: shared,
      };
    }
    return {
      module: MailModule,
      global: true,
      imports: [
        MailerModule.forRoot({
          transport: { url: config.mailUrl, ...SMTP_LIMITS },
          defaults: { from: config.mailFrom },
        }),
      ],
      providers: [...shared, OwedMails, { provide: Post, useClass: SmtpPost }],
      exports: shared,
    };
  }
}
