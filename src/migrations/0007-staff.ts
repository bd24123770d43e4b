import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  choice,
  createTables,
  day,
  dropTables,
  instant,
  nullable,
  defaultTo,
  recordColumns,
  sortKey,
  varchar,
  uuid,
  integer,
  type ForeignKeySpec,
} from '../infrastructure/database/table-builder';

const jobRole: ForeignKeySpec = { columns: ['customer_id', 'job_role_id'], table: 'job_role' };
const staff: ForeignKeySpec = { columns: ['customer_id', 'staff_id'], table: 'staff' };

/** The tables of src/staff. */
export class Staff0007 implements MigrationInterface {
  name = 'Staff0007_1770000000007';

  async up(runner: QueryRunner): Promise<void> {
    await createTables(runner, [
      {
        name: 'department',
        columns: {
          customer_id: integer(),
          department_id: uuid(),
          name: varchar(100),
          name_key: varchar(100),
          name_sort: sortKey(100),
          parent_id: nullable(uuid()),
          ...recordColumns(),
        },
        primary: ['customer_id', 'department_id'],
        unique: [['customer_id', 'name_key']],
        index: [['customer_id', 'name_sort', 'department_id']],
        foreign: [
          { columns: ['customer_id', 'parent_id'], table: 'department', references: ['customer_id', 'department_id'] },
        ],
      },
      {
        name: 'job_role',
        columns: {
          customer_id: integer(),
          job_role_id: uuid(),
          name: varchar(100),
          name_key: varchar(100),
          name_sort: sortKey(100),
          ...recordColumns(),
          status: defaultTo(choice(), 'active'),
        },
        primary: ['customer_id', 'job_role_id'],
        unique: [['customer_id', 'name_key']],
        index: [
          ['customer_id', 'name_sort', 'job_role_id'],
          ['customer_id', 'status', 'job_role_id'],
        ],
      },
      {
        name: 'staff',
        columns: {
          customer_id: integer(),
          staff_id: uuid(),
          staff_code: varchar(40),
          staff_code_key: varchar(40),
          first_name: varchar(100),
          first_name_sort: sortKey(100),
          last_name: varchar(100),
          last_name_sort: sortKey(100),
          email: nullable(varchar(254)),
          mobile: nullable(varchar(20)),
          department_id: nullable(uuid()),
          job_role_id: nullable(uuid()),
          manager_id: nullable(uuid()),
          joined: day(),
          last_active_day: nullable(day()),
          time_zone: nullable(varchar(64)),
          language: nullable(choice()),
          status: choice(),
          account_role: nullable(choice()),
          invited_at: nullable(instant()),
          ...recordColumns(),
        },
        primary: ['customer_id', 'staff_id'],
        unique: [['customer_id', 'staff_code_key']],
        index: [
          ['customer_id', 'last_name_sort', 'first_name_sort', 'staff_id'],
          ['customer_id', 'department_id'],
          ['customer_id', 'job_role_id'],
          ['customer_id', 'manager_id'],
          ['customer_id', 'first_name_sort', 'staff_id'],
          ['customer_id', 'last_name_sort', 'staff_id'],
          ['customer_id', 'email', 'staff_id'],
          ['customer_id', 'joined', 'staff_id'],
          ['customer_id', 'last_active_day', 'staff_id'],
          ['customer_id', 'status', 'staff_id'],
          ['customer_id', 'created_at', 'staff_id'],
          ['customer_id', 'updated_at', 'staff_id'],
          ['customer_id', 'status', 'last_active_day'],
          ['customer_id', 'status', 'invited_at'],
          ['customer_id', 'status', 'account_role', 'staff_id'],
        ],
        foreign: [
          { columns: ['customer_id', 'department_id'], table: 'department' },
          jobRole,
          { columns: ['customer_id', 'manager_id'], table: 'staff', references: ['customer_id', 'staff_id'] },
        ],
      },
      {
        name: 'past_job_role',
        columns: {
          customer_id: integer(),
          staff_id: uuid(),
          to_date: day(),
          ...recordColumns(),
          job_role_id: nullable(uuid()),
        },
        primary: ['customer_id', 'staff_id', 'to_date'],
        index: [['customer_id', 'job_role_id']],
        foreign: [staff, jobRole],
      },
      {
        name: 'ledger_lock',
        columns: { customer_id: integer(), holder_id: uuid(), taken: integer() },
        primary: ['customer_id', 'holder_id'],
      },
      {
        name: 'past_employment',
        columns: {
          customer_id: integer(),
          staff_id: uuid(),
          from_date: day(),
          ...recordColumns(),
          to_date: day(),
        },
        primary: ['customer_id', 'staff_id', 'from_date'],
        foreign: [staff],
      },
      {
        name: 'staff_structure',
        columns: { customer_id: integer(), version: integer() },
        primary: ['customer_id'],
      },
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropTables(runner, [
      'staff_structure',
      'past_employment',
      'ledger_lock',
      'past_job_role',
      'staff',
      'job_role',
      'department',
    ]);
  }
}
