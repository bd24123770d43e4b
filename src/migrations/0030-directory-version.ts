import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn, dropColumn, orNull, whole } from '../platform/database/table-words';

/** Null, as older rows have it, is 0. */
export class DirectoryVersion0030 implements MigrationInterface {
  name = 'DirectoryVersion0030_1763600000030';

  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'customer_state', 'directory_version', orNull(whole()));
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropColumn(runner, 'customer_state', 'directory_version');
  }
}
