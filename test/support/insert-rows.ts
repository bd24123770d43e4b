import type { Type } from '@nestjs/common';
import { Clock } from '../../src/common/clock';
import { newId } from '../../src/common/ids';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import type { Skill } from '../../src/modules/skills/skill.entity';
import type { Staff } from '../../src/modules/staff/staff.entity';
import type { Tenant } from '../../src/tenancy/tenant';
import { TenantRepository, type NewRecord } from '../../src/tenancy/tenant-repository';
import type { RunningApp } from './app';

/** Returns a function that inserts rows of one customer without the services: for large organisations. */
export const createRowInserter =
  ({ app }: Pick<RunningApp, 'app'>, tenant: Tenant) =>
  <E extends { customer_id: number }>(entity: Type<E>, rows: readonly Partial<E>[]): Promise<void> =>
    app
      .get(TransactionManager)
      .run(() =>
        new TenantRepository<E>(app.get(Database), app.get(Clock), entity).insert(tenant, rows as NewRecord<E>[]),
      );

/** An active person without department, job role, manager and account. */
export const buildStaffRow = (number: number, overrides: Partial<Staff> = {}): Partial<Staff> => ({
  staff_id: newId(),
  staff_code: `P-${number}`,
  first_name: 'Asha',
  last_name: `Rao ${number}`,
  email: null,
  mobile: null,
  department_id: null,
  job_role_id: null,
  manager_id: null,
  joined: '2020-01-01',
  last_active_day: null,
  time_zone: null,
  language: null,
  status: 'active',
  account_role: null,
  invited_at: null,
  ...overrides,
});

/** An active skill with the minimum level 3 and two required people. */
export const buildSkillRow = (number: number, overrides: Partial<Skill> = {}): Partial<Skill> => ({
  skill_id: newId(),
  skill_code: `S-${number}`,
  name: `Skill ${number}`,
  skill_group: null,
  min_level: 3,
  required_headcount: 2,
  validity_months: null,
  requires_signoff: false,
  signoff_by: 'admin',
  critical: false,
  description: null,
  status: 'active',
  ...overrides,
});
