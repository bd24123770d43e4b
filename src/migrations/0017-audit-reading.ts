import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addIndex, dropIndex } from '../platform/database/table-words';

/** Platform staff read everybody's events by time, and a record's history is asked for by its id. */
const INDEXES = [
  ['at', 'audit_event_id'],
  ['customer_id', 'subject_id'],
] as const;

export class AuditReading0017 implements MigrationInterface {
  name = 'AuditReading0017_1763600000017';

  async up(runner: QueryRunner): Promise<void> {
    for (const columns of INDEXES) await addIndex(runner, 'audit_event', columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const columns of INDEXES) await dropIndex(runner, 'audit_event', columns);
  }
}
