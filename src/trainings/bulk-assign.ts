import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { JobStarted } from '../contract/job-answers';
import type { Assigned } from '../contract/training-answers';
import { BULK_PAIRS_MAX } from '../contract/training-assignments.resource';
import { StaffService } from '../staff/staff.service';
import { auditEntry } from '../tenancy/audit-entry';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion, ToldRow } from '../tenancy/jobs/portion';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { AssignedPairs, type KeptPair } from './assigned-pairs';
import { TrainingAssignment } from './assignment.entity';
import { AssignmentsService, type Assigning } from './assignments.service';
import { HandAssignments, NEXT_CYCLE } from './hand-assignments';
import type { Planned } from './next-cycles';
import { TrainingsService } from './trainings.service';

/** Pairs in one portion: each is an assignment, its reason, what is told of it, and who hears of it in two ways (notices/). */
const PAIRS = 190;
const KIND = 'bulk_assign';

type Order = Assigning & { due_on: string | null };
/** The next portion: some whole trainings, or a stretch of the staff of one. */
interface Stretch {
  trainings: readonly string[];
  staff: readonly string[];
  /** The place of its first pair, by training and then by person. */
  first: number;
  next: Facts | null;
}

/**
 * Assigning to many: at once while it can be waited for, beyond that a job. It was asked for as a whole, so everything is
 * checked before; who has left meanwhile, or what is not published any more, is left out and told.
 */
@Injectable()
export class BulkAssign implements OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly assignments: AssignmentsService,
    private readonly pairs: AssignedPairs,
    private readonly returns: HandAssignments,
    private readonly staff: StaffService,
    private readonly trainings: TrainingsService,
    @PartsOf(TrainingAssignment) private readonly parts: ResourceParts<TrainingAssignment>,
  ) {}

  onModuleInit(): void {
    this.kinds.register<Order>(KIND, {
      lane: 'bulk',
      portion: (tenant, order, portion) => this.assignSome(tenant, order, portion),
      undo: (tenant, _, portion) => this.takeBackSome(tenant, portion),
    });
  }

  /** @throws StaffUnknown, TrainingUnknown, TooManyPairs, InvalidFields: then nothing is assigned, now or later */
  async order(tenant: Tenant, order: Assigning): Promise<Assigned | JobStarted> {
    const pairs = new Set(order.staff_id).size * new Set(order.training_id).size;
    if (pairs <= BULK_PAIRS_MAX) return this.assignments.assign(tenant, order);
    return this.parts.transactions.run(async () => {
      const asked = await this.assignments.checked(tenant, order);
      const job_id = await this.jobs.enqueue(tenant, KIND, asked, pairs);
      const { staff_id, training_id, due_on, mandatory = true } = asked;
      const told = { staff_id, training_id, due_on, mandatory, job_id };
      await this.parts.audit.record(auditEntry(tenant, 'training-assignment.bulk', undefined, null, told));
      return { job_id };
    });
  }

  private async assignSome(tenant: Tenant, order: Order, portion: Portion): Promise<Facts | null> {
    const { trainings, staff, first, next } = stretchAt(order, portion.mark);
    const published = await this.trainings.stillPublished(tenant, trainings);
    const active = new Set(await this.staff.stillActive(tenant, staff));
    const offered = new Set(published.map(({ training_id }) => training_id));
    const pairs = await this.pairs.plan(tenant, staff, trainings);
    const can = ({ staff_id, training_id }: Planned) => active.has(staff_id) && offered.has(training_id);
    const kept = await this.pairs.keep(tenant, pairs.filter(can), published, order);
    const byName = new Map(kept.map((each) => [nameOf(each.pair), each]));
    const rows = pairs.map((pair, at): ToldRow => {
      const about = { row_no: first + at, facts: { staff_id: pair.staff_id, training_id: pair.training_id } };
      const become = byName.get(nameOf(pair));
      if (become) return { ...about, ...toldOf(become) };
      return {
        ...about,
        outcome: 'left_out',
        code: active.has(pair.staff_id) ? 'training_not_published' : 'staff_not_active',
      };
    });
    portion.tell(pairs.length, rows);
    return next;
  }

  /** What this job assigned, nobody has begun, and nobody has changed since. The rest is left, and told. */
  private async takeBackSome(tenant: Tenant, portion: Portion): Promise<Facts | null> {
    const rows = await portion.changedRows(Number(portion.mark?.['row_no'] ?? -1), PAIRS);
    if (!rows.length) return null;
    const becomes = await this.returns.takeBack(tenant, rows);
    for (const [code, numbers] of becomes)
      await portion.tookBack(numbers, code === 'taken_back' ? 'undone' : 'undo_left', code);
    return rows.length < PAIRS ? null : { row_no: rows.at(-1)!.row_no };
  }
}

/** Few people: several trainings at once; many: some of them, and then the next. */
function stretchAt({ staff_id, training_id }: Order, mark: Facts | null): Stretch {
  const [training, person] = [Number(mark?.['training'] ?? 0), Number(mark?.['person'] ?? 0)];
  const first = training * staff_id.length + person;
  if (staff_id.length <= PAIRS) {
    const end = training + Math.max(1, Math.floor(PAIRS / staff_id.length));
    const next = end < training_id.length ? { training: end, person: 0 } : null;
    return { trainings: training_id.slice(training, end), staff: staff_id, first, next };
  }
  const end = person + PAIRS;
  const isWhole = end >= staff_id.length;
  const isLast = isWhole && training + 1 >= training_id.length;
  const next = isWhole ? { training: training + 1, person: 0 } : { training, person: end };
  const trainings = training_id.slice(training, training + 1);
  return { trainings, staff: staff_id.slice(person, end), first, next: isLast ? null : next };
}

function toldOf({ pair, assigned }: KeptPair): Omit<ToldRow, 'row_no'> {
  if (assigned) {
    const { assignment_id: record_id, row_version: record_version } = assigned;
    return { outcome: 'changed', code: ASSIGNED[pair.what], record_id, record_version };
  }
  if (pair.state === 'waived') return { outcome: 'left_out', code: pair.state };
  return { outcome: 'unchanged', code: pair.what === 'again' ? 'completed' : 'already_assigned' };
}

const ASSIGNED = {
  new: 'assigned',
  again: NEXT_CYCLE,
  returns: 'taken_up_again',
  stays: 'already_assigned',
} as const;

const nameOf = ({ staff_id, training_id }: Planned): string => staff_id + training_id;
