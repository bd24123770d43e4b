import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { StaffTimeZones } from '../staff/staff-time-zones';
import type { Tenant } from '../tenancy/tenant';
import type { TrainingAssignment } from './assignment.entity';

type Due = Pick<TrainingAssignment, 'assignment_id' | 'staff_id' | 'state' | 'due_on'>;

/** Where a day begins last and first: outside of what they disagree on, no zone need be asked for. */
const LAST_ZONE = 'Etc/GMT+12';
const FIRST_ZONE = 'Etc/GMT-14';

/** Overdue is derived: open after the end of the due day in the staff member's own zone (domain.md, assignment). */
@Injectable()
export class DueDates {
  constructor(
    private readonly zones: StaffTimeZones,
    private readonly clock: Clock,
  ) {}

  /** The assignment ids that are overdue now; at most one statement, and only around midnight somewhere. */
  async overdueAmong(tenant: Tenant, assignments: readonly Due[]): Promise<Set<string>> {
    const now = this.clock.now();
    const passedEverywhere = dayAt(now, LAST_ZONE);
    const passedSomewhere = dayAt(now, FIRST_ZONE);
    const overdue = new Set<string>();
    const unsure: Due[] = [];
    for (const each of assignments) {
      if (!each.due_on || !(OPEN_ASSIGNMENT_STATES as readonly string[]).includes(each.state)) continue;
      if (each.due_on < passedEverywhere) overdue.add(each.assignment_id);
      else if (each.due_on < passedSomewhere) unsure.push(each);
    }
    if (!unsure.length) return overdue;
    const zones = await this.zones.of(
      tenant,
      unsure.map((each) => each.staff_id),
    );
    for (const each of unsure) {
      if (each.due_on! < dayAt(now, zones.get(each.staff_id) ?? tenant.time_zone)) overdue.add(each.assignment_id);
    }
    return overdue;
  }
}
