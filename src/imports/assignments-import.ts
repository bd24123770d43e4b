import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../contract/import-answers';
import { OPEN_ASSIGNMENT_STATES, TAKEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { StaffService } from '../staff/staff.service';
import type { Tenant } from '../tenancy/tenant';
import { HandAssignments, type HandAssignment } from '../trainings/hand-assignments';
import { TrainingsService } from '../trainings/trainings.service';
import { reasonOf } from './import-planner';
import { Importables, type Kept, type Understood } from './importables';
import type { Values } from './import-row.entity';

const OPEN: readonly unknown[] = OPEN_ASSIGNMENT_STATES;
const TAKEN: readonly unknown[] = TAKEN_ASSIGNMENT_STATES;

/**
 * Who has to learn what, as by hand: what stands is left as it is, and so is who has completed it. Files do not complete
 * anything: what was learnt elsewhere comes along as evidence.
 */
@Injectable()
export class AssignmentsImport implements OnModuleInit {
  constructor(
    private readonly importables: Importables,
    private readonly assignments: HandAssignments,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.importables.register('training-assignments', {
      // Of an export: somebody was let off, or it was removed.
      isPassedOver: (row) => !isToDo(row) && !TAKEN.includes(row['state']),
      refused: (tenant, rows) => this.refused(tenant, rows),
      meant: (row, found) => (isToDo(row) ? latestOf(found) : found.filter(isThere)),
      compared: ({ state }) => (OPEN.includes(state) ? ['due_on', 'mandatory'] : []),
      createMany: (tenant, bodies) => this.assignments.assign(tenant, bodies.map(assignmentOf)),
      takeBack: (tenant, rows) => this.assignments.takeBack(tenant, rows),
    });
  }

  /** As assigning would refuse them all. */
  private async refused(
    tenant: Tenant,
    rows: readonly Understood[],
  ): Promise<ReadonlyMap<number, readonly ImportReason[]>> {
    const ids = (field: string) => [...new Set(rows.map(({ values }) => String(values[field])))];
    const active = new Set(await this.staff.stillActive(tenant, ids('staff_id')));
    const offered = await this.trainings.stillPublished(tenant, ids('training_id'));
    const published = new Set(offered.map(({ training_id }) => training_id));
    const today = dayAt(this.clock.now(), tenant.time_zone);
    return new Map(
      rows.map(({ row_no, values: { staff_id, training_id, due_on, state } }) => {
        const reasons: ImportReason[] = [];
        if (TAKEN.includes(state)) reasons.push(reasonOf('state', 'was_completed'));
        if (!active.has(String(staff_id))) reasons.push(reasonOf('staff_id', 'not_working_here'));
        if (!published.has(String(training_id))) reasons.push(reasonOf('training_id', 'not_published'));
        if (due_on && String(due_on) < today) reasons.push(reasonOf('due_on', 'day_passed', { today }));
        return [row_no, reasons];
      }),
    );
  }
}

/** An empty cell says what no column says. */
const isToDo = ({ state }: Values): boolean => OPEN.includes(state ?? 'assigned');

const isThere = ({ state }: Kept): boolean => state !== 'removed';

/** What is to do is so in the newest cycle, and older ones say nothing of it: what was removed there is taken up again. */
const latestOf = (found: readonly Kept[]): Kept[] =>
  found.filter((each) => isThere(each) && found.every(({ cycle }) => Number(cycle) <= Number(each['cycle'])));

const assignmentOf = ({ staff_id, training_id, due_on = null, mandatory = true }: Values): HandAssignment => ({
  ...{ staff_id: String(staff_id), training_id: String(training_id) },
  ...{ due_on: due_on as string | null, mandatory: Boolean(mandatory) },
});
