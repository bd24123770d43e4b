import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  dropTables,
  instant,
  json,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

/** Work in the background: the job, what it was asked to do, and what became of each of its rows. */
export class Jobs0072 implements MigrationInterface {
  name = 'Jobs0072_1763600000072';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'job',
        columns: {
          customer_id: whole(),
          ...recordColumns(),
          job_id: uuid(),
          kind: choice(),
          lane: choice(),
          state: choice(),
          phase: choice(),
          queue: orNull(choice()),
          due_at: orNull(instant()),
          run_after: instant(),
          lease_owner: orNull(uuid()),
          mark: orNull(json()),
          done: whole(),
          total: whole(),
          changed: whole(),
          unchanged: whole(),
          left_out: whole(),
          undone: whole(),
          attempts: whole(),
          error_code: orNull(text(60)),
          error_facts: orNull(json()),
          created_by: orNull(uuid()),
          started_at: orNull(instant()),
          ended_at: orNull(instant()),
          cancel_asked_at: orNull(instant()),
          undo_until: orNull(instant()),
          result_file: orNull(text(200)),
        },
        primary: ['customer_id', 'job_id'],
        index: [['job_id'], ['queue', 'customer_id', 'due_at'], ['state', 'job_id']],
      },
      {
        name: 'job_input',
        columns: { customer_id: whole(), job_id: uuid(), payload: json() },
        primary: ['customer_id', 'job_id'],
      },
      {
        name: 'job_row',
        columns: {
          customer_id: whole(),
          job_id: uuid(),
          row_no: whole(),
          outcome: choice(),
          code: orNull(text(60)),
          record_id: orNull(uuid()),
          record_version: orNull(whole()),
          facts: orNull(json()),
        },
        primary: ['customer_id', 'job_id', 'row_no'],
        index: [['customer_id', 'job_id', 'outcome', 'row_no']],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['job_row', 'job_input', 'job']);
  }
}
