import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  createTables,
  dropTables,
  orNull,
  recordColumns,
  text,
  uuid,
  choice,
  whole,
} from '../platform/database/table-words';

/** What an organisation's certificates look like. */
export class CertificateDesign0096 implements MigrationInterface {
  name = 'CertificateDesign0096_1763600000096';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'certificate_design',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          title: orNull(text(60)),
          text: orNull(text(400)),
          signature_name: orNull(text(100)),
          signature_role: orNull(text(100)),
          accent: text(7),
          logo_file: orNull(uuid()),
          logo_format: orNull(choice()),
          signature_file: orNull(uuid()),
          signature_format: orNull(choice()),
        },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['certificate_design']);
  }
}
