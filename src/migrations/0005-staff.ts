import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  orNull,
  recordColumns,
  text,
  uuid,
  whole,
} from '../platform/database/table-words';

export class Staff0005 implements MigrationInterface {
  name = 'Staff0005_1763600000005';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'department',
        columns: {
          customer_id: whole(),
          department_id: uuid(),
          name: text(100),
          name_key: text(100),
          name_sort: text(100),
          parent_id: orNull(uuid()),
          ...recordColumns(),
        },
        primary: ['customer_id', 'department_id'],
        unique: [['customer_id', 'name_key']],
        foreign: [
          {
            columns: ['customer_id', 'parent_id'],
            table: 'department',
            references: ['customer_id', 'department_id'],
            onDelete: 'RESTRICT',
          },
        ],
      },
      {
        name: 'job_role',
        columns: {
          customer_id: whole(),
          job_role_id: uuid(),
          name: text(100),
          name_key: text(100),
          name_sort: text(100),
          ...recordColumns(),
        },
        primary: ['customer_id', 'job_role_id'],
        unique: [['customer_id', 'name_key']],
      },
      {
        name: 'staff',
        columns: {
          customer_id: whole(),
          staff_id: uuid(),
          staff_code: text(40),
          staff_code_key: text(40),
          first_name: text(100),
          first_name_sort: text(100),
          last_name: text(100),
          last_name_sort: text(100),
          email: orNull(text(254)),
          mobile: orNull(text(20)),
          department_id: orNull(uuid()),
          job_role_id: orNull(uuid()),
          manager_id: orNull(uuid()),
          joined: day(),
          last_active_day: orNull(day()),
          time_zone: orNull(text(64)),
          language: orNull(choice()),
          status: choice(),
          account_role: orNull(choice()),
          invited_at: orNull(instant()),
          ...recordColumns(),
        },
        primary: ['customer_id', 'staff_id'],
        unique: [['customer_id', 'staff_code_key']],
        index: [
          ['customer_id', 'last_name_sort', 'first_name_sort', 'staff_id'],
          ['customer_id', 'department_id'],
          ['customer_id', 'job_role_id'],
          ['customer_id', 'manager_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'department_id'], table: 'department', onDelete: 'RESTRICT' },
          { columns: ['customer_id', 'job_role_id'], table: 'job_role', onDelete: 'RESTRICT' },
          {
            columns: ['customer_id', 'manager_id'],
            table: 'staff',
            references: ['customer_id', 'staff_id'],
            onDelete: 'RESTRICT',
          },
        ],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, ['staff', 'job_role', 'department']);
  }
}
