import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, json, orNull } from '../platform/database/table-words';

const COLUMNS = ['options', 'missing'];

/** Options of an import's check, and the referenced records that do not exist. */
export class ImportOptions0125 implements MigrationInterface {
  name = 'ImportOptions0125_1763600000125';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await addColumn(runner, 'import_file', column, orNull(json()));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await dropColumn(runner, 'import_file', column);
  }
}
