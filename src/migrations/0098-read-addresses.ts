import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, orNull, text } from '../platform/database/table-words';

/** What there is now is what was read: nobody knows it better. Of a document, and of nothing, it stays empty. */
const FILL = `UPDATE document_reading SET read_url = (SELECT t.source_url FROM training t
  WHERE t.customer_id = document_reading.customer_id AND t.training_id = document_reading.training_id)
  WHERE read_document_id IS NULL AND read_url IS NULL`;

/** Which address it is that was read. */
export class ReadAddresses0098 implements MigrationInterface {
  name = 'ReadAddresses0098_1763600000098';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'document_reading', 'read_url', orNull(text(2000)));
    await runner.query(FILL);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'document_reading', 'read_url');
  }
}
