import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import type { Sql } from '../platform/database/where';
import { idFromBytes } from '../platform/ids';
import { employedSql } from '../staff/employed';
import { StaffTimeZones } from '../staff/staff-time-zones';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries, type TenantCondition } from '../tenancy/tenant-queries';
import type { TrainingAssignment } from './assignment.entity';

/** What is said of an assignment beside its record. */
export interface Standing {
  overdue: boolean;
  employed: boolean;
}

const OPEN = OPEN_ASSIGNMENT_STATES.map((state) => `'${state}'`).join(', ');
const EMPLOYED = employedSql('employed_on');
/** `a` with its staff `s`. */
const ASSIGNMENTS =
  'FROM training_assignment a JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id WHERE a.customer_id = :customer_id';

const says = (condition: string): string => `CASE WHEN ${condition} THEN 1 ELSE 0 END`;
const STANDING = (overdue: string): string =>
  `SELECT a.assignment_id AS assignment_id, ${says(overdue)} AS overdue, ${says(EMPLOYED)} AS employed ${ASSIGNMENTS}`;

interface StandingRow {
  assignment_id: Uint8Array;
  overdue: number;
  employed: number;
}
const standingOf = ({ assignment_id, overdue, employed }: StandingRow): [string, Standing] => [
  idFromBytes(assignment_id),
  { overdue: Number(overdue) === 1, employed: Number(employed) === 1 },
];

/**
 * What is overdue, in one place for rows, counts, lists and reports (docs/learning-rules.md, "Overdue and population"): open
 * after the end of its due day where the staff member is, of somebody who is employed.
 */
@Injectable()
export class DueDates {
  constructor(
    private readonly queries: TenantQueries,
    private readonly zones: StaffTimeZones,
    private readonly clock: Clock,
  ) {}

  /**
   * A condition on the assignment `a` and its staff `s`, for texts of TenantQueries.
   * @param on of a report: another day than today by the organisation's calendar is over for everybody at its end
   */
  overdue(tenant: Tenant, on?: Day): TenantCondition {
    const now = this.clock.now();
    const today = dayAt(now, tenant.time_zone);
    const employed_on = on ?? today;
    const day =
      employed_on === today
        ? this.zones.dayOfStaff(tenant, now)
        : { sql: ':overdue_on', values: { overdue_on: employed_on }, latest: employed_on };
    return {
      sql: `(a.state IN (${OPEN}) AND a.due_on < :overdue_before AND a.due_on < ${day.sql} AND ${EMPLOYED})`,
      values: { ...day.values, overdue_before: day.latest, employed_on },
    };
  }

  /** Of each of these assignments whether it is overdue, and its staff member employed; one statement. */
  async of(tenant: Tenant, assignments: readonly Pick<TrainingAssignment, 'assignment_id'>[]) {
    const assignment_id = assignments.map((each) => each.assignment_id);
    if (!assignment_id.length) return new Map<string, Standing>();
    const { sql, values } = this.overdue(tenant);
    const rows = await this.queries.rows<StandingRow>(
      tenant,
      `${STANDING(sql)} AND a.assignment_id IN (:assignment_id)`,
      { ...values, assignment_id },
    );
    return new Map(rows.map(standingOf));
  }

  /** The same of all those of which one or the other is to be said, for an export; one statement, whatever its length. */
  async ofAll(tenant: Tenant): Promise<ReadonlyMap<string, Standing>> {
    const { sql, values } = this.overdue(tenant);
    const rows = await this.queries.rows<StandingRow>(
      tenant,
      `${STANDING(sql)} AND (${sql} OR NOT ${EMPLOYED})`,
      values,
    );
    return new Map(rows.map(standingOf));
  }

  /** The ids of the assignments of which both is said, for a condition on `assignment_id`. */
  chosen(tenant: Tenant, { overdue, employed }: Partial<Standing>): Sql {
    const { sql, values } = this.overdue(tenant);
    const is = (condition: string, wanted: boolean | undefined) =>
      wanted === undefined ? '' : ` AND ${says(condition)} = ${wanted ? 1 : 0}`;
    const wanted = overdue ? ` AND ${sql}` : is(sql, overdue);
    return this.queries.bind(tenant, `SELECT a.assignment_id ${ASSIGNMENTS}${wanted}${is(EMPLOYED, employed)}`, values);
  }
}
