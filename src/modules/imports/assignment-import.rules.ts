import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ImportReason } from '../../contract/import.responses';
import { OPEN_ASSIGNMENT_STATES, COMPLETED_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { StaffService } from '../staff/staff.service';
import type { Tenant } from '../../tenancy/tenant';
import { ManualAssignmentsService, type ManualAssignment } from '../trainings/manual-assignments.service';
import { TrainingsService } from '../trainings/trainings.service';
import { importReason } from './import-planner';
import { ImportableRegistry, type StoredRecord, type ResolvedRow } from './importable-registry';
import type { Values } from './import-row.entity';

const OPEN_STATES: readonly unknown[] = OPEN_ASSIGNMENT_STATES;
const COMPLETED_STATES: readonly unknown[] = COMPLETED_ASSIGNMENT_STATES;

/**
 * Import rules of assignments: existing and completed assignments stay unchanged. An import cannot complete an
 * assignment; external completions are imported as evidence.
 */
@Injectable()
export class AssignmentImportRules implements OnModuleInit {
  constructor(
    private readonly importableRegistry: ImportableRegistry,
    private readonly assignments: ManualAssignmentsService,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.importableRegistry.register('training-assignments', {
      // Exported rows of waived or removed assignments.
      isIgnored: (row) => !isOpen(row) && !COMPLETED_STATES.includes(row['state']),
      findRefusals: (tenant, rows) => this.findRefusals(tenant, rows),
      selectMatching: (row, records) => (isOpen(row) ? findLatestCycle(records) : records.filter(isNotRemoved)),
      fixedFields: ({ state }) => (OPEN_STATES.includes(state) ? ['due_on', 'mandatory'] : []),
      createMany: (tenant, bodies) => this.assignments.assign(tenant, bodies.map(toHandAssignment)),
      undoCreated: (tenant, rows) => this.assignments.undo(tenant, rows),
    });
  }

  /** The same checks as assigning by hand. */
  private async findRefusals(
    tenant: Tenant,
    rows: readonly ResolvedRow[],
  ): Promise<ReadonlyMap<number, readonly ImportReason[]>> {
    const idsOf = (field: string) => [...new Set(rows.map(({ values }) => String(values[field])))];
    const activeStaff = new Set(await this.staff.filterActive(tenant, idsOf('staff_id')));
    const publishedTrainings = await this.trainings.filterPublished(tenant, idsOf('training_id'));
    const published = new Set(publishedTrainings.map(({ training_id }) => training_id));
    const today = dayAt(this.clock.now(), tenant.time_zone);
    return new Map(
      rows.map(({ row_no, values: { staff_id, training_id, due_on, state } }) => {
        const reasons: ImportReason[] = [];
        if (COMPLETED_STATES.includes(state)) reasons.push(importReason('state', 'was_completed'));
        if (!activeStaff.has(String(staff_id))) reasons.push(importReason('staff_id', 'not_working_here'));
        if (!published.has(String(training_id))) reasons.push(importReason('training_id', 'not_published'));
        if (due_on && String(due_on) < today) reasons.push(importReason('due_on', 'day_passed', { today }));
        return [row_no, reasons];
      }),
    );
  }
}

/** An empty cell means the same as a missing column. */
const isOpen = ({ state }: Values): boolean => OPEN_STATES.includes(state ?? 'assigned');

const isNotRemoved = ({ state }: StoredRecord): boolean => state !== 'removed';

/** Only the newest cycle matters; a removed one is assigned again. */
const findLatestCycle = (records: readonly StoredRecord[]): StoredRecord[] =>
  records.filter((each) => isNotRemoved(each) && records.every(({ cycle }) => Number(cycle) <= Number(each['cycle'])));

const toHandAssignment = ({ staff_id, training_id, due_on = null, mandatory = true }: Values): ManualAssignment => ({
  staff_id: String(staff_id),
  training_id: String(training_id),
  due_on: due_on as string | null,
  mandatory: Boolean(mandatory),
});
