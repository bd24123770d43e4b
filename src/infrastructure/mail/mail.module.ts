import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../config/config';
import { DevOutboxController } from './dev-outbox.controller';
import { FolderMailTransportModule } from './folder-mail-transport.module';
import { MailKindRegistry } from './mail-kind-registry';
import { MailWorker } from './mail-worker';
import { createMailerModule } from './mailer';
import { OutboxRepository } from './outbox.repository';
import { MailOutbox } from './mail-outbox';
import { MailTransport } from './mail-transport';
// Registers the entity; its table is accessed by plain SQL only.
import './outbox-mail.entity';

/** Exports MailOutbox (queue a mail), MailKindRegistry (compose a kind of mail) and MailWorker (for tests). */
@Module({})
export class MailModule {
  static forRoot(config: Config): DynamicModule {
    const { mailUrl, production } = config;
    const shared = [MailOutbox, MailKindRegistry, MailWorker];
    return {
      module: MailModule,
      global: true,
      imports: [createMailerModule(config), ...(mailUrl === null ? [FolderMailTransportModule] : [])],
      controllers: mailUrl === null && !production ? [DevOutboxController] : [],
      providers: [...shared, OutboxRepository, MailTransport],
      exports: shared,
    };
  }
}
