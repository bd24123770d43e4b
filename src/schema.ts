/** Every entity and every migration, in order. The DataSource, the TypeORM command line and the tests read this list. */
import { PlanUsage0003 } from './migrations/0003-plan-usage';
import { Staff0005 } from './migrations/0005-staff';
import { Tenancy0001 } from './migrations/0001-tenancy';
import { AuditEvent } from './platform/audit/audit-event.entity';
import { Department } from './staff/department.entity';
import { JobRole } from './staff/job-role.entity';
import { Staff } from './staff/staff.entity';
import { PlanUsageRow } from './subscriptions/plan-usage.entity';
import { CustomerState } from './tenancy/customer-state.entity';
import { Session } from './tenancy/session.entity';

export const entities = [
  // platform and tenancy
  CustomerState,
  Session,
  AuditEvent,
  // domains
  PlanUsageRow,
  Department,
  JobRole,
  Staff,
];
export const migrations = [Tenancy0001, PlanUsage0003, Staff0005];
