import { Module, type DynamicModule } from '@nestjs/common';
import { MailerModule } from '@nestjs-modules/mailer';
import type { Config } from '../config/config';
import { DevOutboxController } from './dev-outbox.controller';
import { FolderPost } from './folder-post';
import { LETTERS } from './letter';
import { MailKinds } from './mail-kinds';
import { MailWorker } from './mail-worker';
import { OwedMails } from './owed-mails';
import { Outbox } from './outbox';
import { Post, SMTP_LIMITS } from './post';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './outbox-mail.entity';

/** Where mails go that are not sent. */
@Module({ providers: [FolderPost], exports: [FolderPost] })
class FolderPostModule {}

/** Exports `Outbox` (owe a mail), `MailKinds` (say what a kind of mail says) and `MailWorker` (tests: settle). */
@Module({})
export class MailModule {
  static with(config: Config): DynamicModule {
    const shared = [Outbox, MailKinds, MailWorker];
    return {
      module: MailModule,
      global: true,
      ...(config.mailUrl === null ? intoTheFolder(config) : bySmtp(config, config.mailUrl)),
      providers: [...shared, OwedMails, Post],
      exports: shared,
    };
  }
}

function intoTheFolder({ production }: Config) {
  const mailer = MailerModule.forRootAsync({
    imports: [FolderPostModule],
    inject: [FolderPost],
    useFactory: (transport: FolderPost) => ({ ...LETTERS, transport }),
  });
  return { imports: [FolderPostModule, mailer], controllers: production ? [] : [DevOutboxController] };
}

function bySmtp({ mailFrom }: Config, url: string) {
  const transport = { url, ...SMTP_LIMITS };
  return { imports: [MailerModule.forRoot({ ...LETTERS, transport, defaults: { from: mailFrom } })] };
}
