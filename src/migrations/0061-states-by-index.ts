import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

const COLUMNS = ['time_zone', 'status'] as const;

/** In which zones organisations are, and which are suspended, without reading each of them: what subscriptions are filtered by. */
export class StatesByIndex0061 implements MigrationInterface {
  name = 'StatesByIndex0061_1763600000061';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await addIndex(runner, 'customer_state', [column]);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await dropIndex(runner, 'customer_state', [column]);
  }
}
