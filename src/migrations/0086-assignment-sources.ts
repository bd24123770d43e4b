import type { MigrationInterface, QueryRunner } from 'typeorm';
import { choice, createTables, dropTables, instant, orNull, uuid, whole } from '../platform/database/table-words';

/** Where no rule is the reason (trainings/assignment-source.entity.ts). */
const NO_RULE = "X'00000000000000000000000000000000'";

/** Why each assignment exists: what is there already has the one reason that it was made for. */
export class AssignmentSources0086 implements MigrationInterface {
  name = 'AssignmentSources0086_1763600000086';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'assignment_source',
        columns: {
          customer_id: whole(),
          assignment_id: uuid(),
          source: choice(),
          rule_id: uuid(),
          created_at: instant(),
          refused_at: orNull(instant()),
        },
        primary: ['customer_id', 'assignment_id', 'source', 'rule_id'],
        index: [['customer_id', 'rule_id', 'assignment_id']],
        foreign: [{ columns: ['customer_id', 'assignment_id'], table: 'training_assignment', onDelete: 'RESTRICT' }],
      },
    ]);
    await runner.query(`INSERT INTO assignment_source
      (customer_id, assignment_id, source, rule_id, created_at, refused_at)
      SELECT a.customer_id, a.assignment_id, a.source, ${NO_RULE}, a.created_at, NULL FROM training_assignment a
      WHERE a.state <> 'removed' AND NOT EXISTS (SELECT 1 FROM assignment_source s
        WHERE s.customer_id = a.customer_id AND s.assignment_id = a.assignment_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['assignment_source']);
  }
}
