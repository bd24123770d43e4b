import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  addColumn,
  addIndex,
  createTables,
  day,
  dropColumn,
  dropIndex,
  dropTables,
  orNull,
  whole,
} from '../platform/database/table-words';

const COLUMNS = ['valid_until', 'renew_from'] as const;
const INDEXES = [
  ['customer_id', 'valid_until', 'assignment_id'],
  ['customer_id', 'state', 'valid_until', 'assignment_id'],
  ['customer_id', 'state', 'renew_from', 'assignment_id'],
] as const;

/** Until when a completion lasts and from when it may be renewed; and up to which day an organisation's are looked through. */
export class AssignmentValidity0089 implements MigrationInterface {
  name = 'AssignmentValidity0089_1763600000089';

  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await addColumn(runner, 'training_assignment', column, orNull(day()));
    for (const index of INDEXES) await addIndex(runner, 'training_assignment', index);
    await createTables(runner, [
      { name: 'renewal_day', columns: { customer_id: whole(), swept_on: day() }, primary: ['customer_id'] },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['renewal_day']);
    for (const index of INDEXES) await dropIndex(runner, 'training_assignment', index);
    for (const column of COLUMNS) await dropColumn(runner, 'training_assignment', column);
  }
}
