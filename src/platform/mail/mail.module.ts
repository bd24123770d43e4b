import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config';
import { DevOutboxController } from './dev-outbox.controller';
import { FolderPostModule } from './folder-post.module';
import { MailKinds } from './mail-kinds';
import { MailWorker } from './mail-worker';
import { mailerOf } from './mailer';
import { OwedMails } from './owed-mails';
import { Outbox } from './outbox';
import { Post } from './post';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './outbox-mail.entity';

/** Exports `Outbox` (owe a mail), `MailKinds` (say what a kind of mail says) and `MailWorker` (tests: settle). */
@Module({})
export class MailModule {
  static with(config: Config): DynamicModule {
    const { mailUrl, production } = config;
    const shared = [Outbox, MailKinds, MailWorker];
    return {
      module: MailModule,
      global: true,
      imports: [mailerOf(config), ...(mailUrl === null ? [FolderPostModule] : [])],
      controllers: mailUrl === null && !production ? [DevOutboxController] : [],
      providers: [...shared, OwedMails, Post],
      exports: shared,
    };
  }
}
