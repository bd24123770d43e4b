import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

/** The worker takes a few mails of each kind in turn: it finds them by kind. */
export class MailsByKind0018 implements MigrationInterface {
  name = 'MailsByKind0018_1763600000018';

  async up(runner: QueryRunner): Promise<void> {
    await addIndex(runner, 'outbox_mail', ['status', 'kind', 'next_at']);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropIndex(runner, 'outbox_mail', ['status', 'kind', 'next_at']);
  }
}
