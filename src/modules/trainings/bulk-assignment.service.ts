import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { JobStartedResponse } from '../../contract/job.responses';
import type { AssignTrainingsResponse } from '../../contract/training.responses';
import { BULK_PAIRS_MAX } from '../../contract/training-assignments.resource';
import { StaffService } from '../staff/staff.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch, JobRowResult } from '../background-jobs/job-batch';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentPairsService, type PairResult } from './assignment-pairs.service';
import { TrainingAssignment } from './assignment.entity';
import { AssignmentsService, type AssignRequest } from './assignments.service';
import { ManualAssignmentsService, NEXT_CYCLE } from './manual-assignments.service';
import type { PairPlan } from './assignment-cycles';
import { TrainingsService } from './trainings.service';

/** Each pair writes an assignment, a source, a job row and up to two notices. */
const PAIRS_PER_PORTION = 190;
const KIND = 'bulk_assign';

type BulkAssignPayload = AssignRequest & { due_on: string | null };
/** Several whole trainings, or part of the staff for one training. */
interface PairPortion {
  trainings: readonly string[];
  staff: readonly string[];
  /** Row number of the first pair, counted by training, then person. */
  first: number;
  next: JobDetails | null;
}

/**
 * Assigns directly up to the call limit, beyond that as a background job. The job validates everything before it
 * starts; staff who left and trainings no longer published meanwhile are skipped and reported.
 */
@Injectable()
export class BulkAssignmentService implements OnModuleInit {
  constructor(
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly assignments: AssignmentsService,
    private readonly pairs: AssignmentPairsService,
    private readonly returns: ManualAssignmentsService,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    @InjectResourceContext(TrainingAssignment) private readonly parts: ResourceContext<TrainingAssignment>,
  ) {}

  onModuleInit(): void {
    this.kinds.register<BulkAssignPayload>(KIND, {
      lane: 'bulk',
      runBatch: (tenant, request, portion) => this.assignPortion(tenant, request, portion),
      undo: (tenant, _, portion) => this.undoPortion(tenant, portion),
    });
  }

  /** @throws UnknownStaffError, UnknownTrainingError, TooManyPairsError, InvalidFieldsError: nothing is assigned */
  async request(tenant: Tenant, request: AssignRequest): Promise<AssignTrainingsResponse | JobStartedResponse> {
    const pairs = new Set(request.staff_id).size * new Set(request.training_id).size;
    if (pairs <= BULK_PAIRS_MAX) return this.assignments.assign(tenant, request);
    return this.parts.transactions.run(async () => {
      const validRequest = await this.assignments.validate(tenant, request);
      const job_id = await this.jobsService.enqueue(tenant, KIND, validRequest, pairs);
      const { staff_id, training_id, due_on, mandatory = true } = validRequest;
      const auditFacts = { staff_id, training_id, due_on, mandatory, job_id };
      await this.parts.audit.record(buildAuditEntry(tenant, 'training-assignment.bulk', undefined, null, auditFacts));
      return { job_id };
    });
  }

  private async assignPortion(
    tenant: Tenant,
    request: BulkAssignPayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const { trainings, staff, first, next } = portionAt(request, jobBatch.mark);
    const published = await this.trainings.filterPublished(tenant, trainings);
    const active = new Set(await this.staff.filterActive(tenant, staff));
    const publishedIds = new Set(published.map(({ training_id }) => training_id));
    const pairs = await this.pairs.plan(tenant, staff, trainings);
    const isAssignable = ({ staff_id, training_id }: PairPlan) => active.has(staff_id) && publishedIds.has(training_id);
    const results = await this.pairs.assign(tenant, pairs.filter(isAssignable), published, request);
    const resultByPair = new Map(results.map((each) => [pairKey(each.pair), each]));
    const rows = pairs.map((pair, at): JobRowResult => {
      const rowBase = { row_no: first + at, facts: { staff_id: pair.staff_id, training_id: pair.training_id } };
      const result = resultByPair.get(pairKey(pair));
      if (result) return { ...rowBase, ...toJobRow(result) };
      return {
        ...rowBase,
        outcome: 'left_out',
        code: active.has(pair.staff_id) ? 'training_not_published' : 'staff_not_active',
      };
    });
    jobBatch.report(pairs.length, rows);
    return next;
  }

  /** Undoes assignments of this job that were neither started nor changed; the others stay and are reported. */
  private async undoPortion(tenant: Tenant, jobBatch: JobBatch): Promise<JobDetails | null> {
    const rows = await jobBatch.changedRows(Number(jobBatch.mark?.['row_no'] ?? -1), PAIRS_PER_PORTION);
    if (!rows.length) return null;
    const rowNumbersByCode = await this.returns.undo(tenant, rows);
    for (const [code, numbers] of rowNumbersByCode)
      await jobBatch.reportUndone(numbers, code === 'taken_back' ? 'undone' : 'undo_left', code);
    return rows.length < PAIRS_PER_PORTION ? null : { row_no: rows.at(-1)!.row_no };
  }
}

/** Takes several trainings per portion for few people, one training in parts for many. */
function portionAt({ staff_id, training_id }: BulkAssignPayload, mark: JobDetails | null): PairPortion {
  const [training, person] = [Number(mark?.['training'] ?? 0), Number(mark?.['person'] ?? 0)];
  const first = training * staff_id.length + person;
  if (staff_id.length <= PAIRS_PER_PORTION) {
    const end = training + Math.max(1, Math.floor(PAIRS_PER_PORTION / staff_id.length));
    const next = end < training_id.length ? { training: end, person: 0 } : null;
    return { trainings: training_id.slice(training, end), staff: staff_id, first, next };
  }
  const end = person + PAIRS_PER_PORTION;
  const isLastOfTraining = end >= staff_id.length;
  const isLast = isLastOfTraining && training + 1 >= training_id.length;
  const next = isLastOfTraining ? { training: training + 1, person: 0 } : { training, person: end };
  const trainings = training_id.slice(training, training + 1);
  return { trainings, staff: staff_id.slice(person, end), first, next: isLast ? null : next };
}

function toJobRow({ pair, assigned }: PairResult): Omit<JobRowResult, 'row_no'> {
  if (assigned) {
    const { assignment_id: record_id, row_version: record_version } = assigned;
    return { outcome: 'changed', code: ASSIGNED_CODES[pair.action], record_id, record_version };
  }
  if (pair.state === 'waived') return { outcome: 'left_out', code: pair.state };
  return { outcome: 'unchanged', code: pair.action === 'again' ? 'completed' : 'already_assigned' };
}

const ASSIGNED_CODES = {
  new: 'assigned',
  again: NEXT_CYCLE,
  returns: 'taken_up_again',
  stays: 'already_assigned',
} as const;

const pairKey = ({ staff_id, training_id }: PairPlan): string => staff_id + training_id;
