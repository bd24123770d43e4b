import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import type { Where } from '../../infrastructure/database/where';
import { idFromBytes } from '../../common/ids';
import { employedSql } from '../staff/employed';
import { ACCOUNT_PENDING } from '../staff/invitation-state';
import { StaffTimeZonesService } from '../staff/staff-time-zones.service';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries, type TenantCondition } from '../../tenancy/tenant-queries';
import type { TrainingAssignment } from './assignment.entity';

/** Derived values of an assignment. */
export interface DueStatus {
  overdue: boolean;
  employed: boolean;
  account_pending: boolean;
}

/** Above this number the condition is evaluated per row. */
const PENDING_MAX = 1_000;
const OPEN = OPEN_ASSIGNMENT_STATES.map((state) => `'${state}'`).join(', ');
const EMPLOYED = employedSql('employed_on');
const PENDING_STAFF = `SELECT s.staff_id FROM staff s WHERE s.customer_id = :customer_id AND ${ACCOUNT_PENDING} LIMIT ${PENDING_MAX + 1}`;
const ASSIGNMENTS =
  'FROM training_assignment a JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id WHERE a.customer_id = :customer_id';

const STAFF_OF_ROW = 'FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id = {row}staff_id';

const asFlag = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
const selectStatus = (overdue: string): string =>
  `SELECT a.assignment_id AS assignment_id, ${asFlag(overdue)} AS overdue, ${asFlag(EMPLOYED)} AS employed, ${asFlag(ACCOUNT_PENDING)} AS account_pending ${ASSIGNMENTS}`;

interface DueStatusRow {
  assignment_id: Uint8Array;
  overdue: number;
  employed: number;
  account_pending: number;
}
const toDueStatus = ({ assignment_id, ...flags }: DueStatusRow): [string, DueStatus] => [
  idFromBytes(assignment_id),
  {
    overdue: Number(flags.overdue) === 1,
    employed: Number(flags.employed) === 1,
    account_pending: Number(flags.account_pending) === 1,
  },
];

/**
 * The single definition of overdue for rows, counts, lists and reports (docs/domain.md, "Overdue and population"):
 * open after the due day has ended in the staff member's time zone, while the staff member is employed.
 */
@Injectable()
export class DueStatusQuery {
  constructor(
    private readonly queries: TenantQueries,
    private readonly timeZones: StaffTimeZonesService,
    private readonly clock: Clock,
  ) {}

  /**
   * SQL condition on `training_assignment a` and `staff s` for TenantQueries.
   * @param on report date; any day other than today is compared without time zones
   */
  overdueCondition(tenant: Tenant, on?: Day): TenantCondition {
    return this.overdueOn(tenant, 'a.', on);
  }

  private overdueOn(tenant: Tenant, row: 'a.' | '{row}', on?: Day): TenantCondition & { latest: Day } {
    const now = this.clock.now();
    const today = dayAt(now, tenant.time_zone);
    const employed_on = on ?? today;
    const day =
      employed_on === today
        ? this.timeZones.localDateExpression(tenant, now)
        : { sql: ':overdue_on', values: { overdue_on: employed_on }, latest: employed_on };
    return {
      sql: `(${row}state IN (${OPEN}) AND ${row}due_on < :overdue_before AND ${row}due_on < ${day.sql} AND ${EMPLOYED})`,
      values: { ...day.values, overdue_before: day.latest, employed_on },
      latest: day.latest,
    };
  }

  /** Due status by assignment id; one statement. */
  async loadStatuses(tenant: Tenant, assignments: readonly Pick<TrainingAssignment, 'assignment_id'>[]) {
    const assignment_id = assignments.map((each) => each.assignment_id);
    if (!assignment_id.length) return new Map<string, DueStatus>();
    const { sql, values } = this.overdueCondition(tenant);
    const rows = await this.queries.rows<DueStatusRow>(
      tenant,
      `${selectStatus(sql)} AND a.assignment_id IN (:assignment_id)`,
      { ...values, assignment_id },
    );
    return new Map(rows.map(toDueStatus));
  }

  /**
   * All assignments that are overdue or whose staff member is not employed or cannot sign in yet, for exports; one
   * statement.
   */
  async loadExceptions(tenant: Tenant): Promise<ReadonlyMap<string, DueStatus>> {
    const { sql, values } = this.overdueCondition(tenant);
    const rows = await this.queries.rows<DueStatusRow>(
      tenant,
      `${selectStatus(sql)} AND (${sql} OR NOT ${EMPLOYED} OR ${ACCOUNT_PENDING})`,
      values,
    );
    return new Map(rows.map(toDueStatus));
  }

  /**
   * Filters of an assignment list that evaluate each row by staff key, so that a list reads no more rows than its
   * page needs.
   */
  async filterBy(
    tenant: Tenant,
    { overdue, employed, account_pending }: Partial<DueStatus>,
  ): Promise<Where<TrainingAssignment>[]> {
    const { sql, values, latest } = this.overdueOn(tenant, '{row}');
    const isEmployed = `(SELECT ${asFlag(EMPLOYED)} ${STAFF_OF_ROW})`;
    const isOverdue = `CASE WHEN {row}state IN (${OPEN}) AND {row}due_on < :overdue_before THEN (SELECT ${asFlag(sql)} ${STAFF_OF_ROW}) ELSE 0 END`;
    const satisfies = (flag: string, isWanted: boolean): Where<TrainingAssignment> => ({
      assignment_id: { satisfies: this.queries.bind(tenant, `${flag} = ${isWanted ? 1 : 0}`, values) },
    });
    const filters: Where<TrainingAssignment>[] = [];
    if (employed !== undefined) filters.push(satisfies(isEmployed, employed));
    if (overdue !== undefined) filters.push(satisfies(isOverdue, overdue));
    if (overdue) filters.push({ state: [...OPEN_ASSIGNMENT_STATES], due_on: { lt: latest } });
    const pending = account_pending ? await this.pendingStaff(tenant) : null;
    if (pending) filters.push({ staff_id: pending });
    else if (account_pending !== undefined)
      filters.push(satisfies(`(SELECT ${asFlag(ACCOUNT_PENDING)} ${STAFF_OF_ROW})`, account_pending));
    return filters;
  }

  /** null: more than PENDING_MAX. */
  private async pendingStaff(tenant: Tenant): Promise<string[] | null> {
    const rows = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, PENDING_STAFF, {});
    return rows.length > PENDING_MAX ? null : rows.map(({ staff_id }) => idFromBytes(staff_id));
  }
}
