import { Injectable, type OnModuleInit } from '@nestjs/common';
import { addDays, dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { auditEntry } from '../tenancy/audit-entry';
import { AuditTrail } from '../platform/audit/audit-trail';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion } from '../tenancy/jobs/portion';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AssignmentSources } from './assignment-sources';
import { someCompleted, type CompletedCycle } from './completed-people.query';
import { RENEWALS_AT_ONCE } from './due-renewals.query';
import { NEXT_CYCLE } from './hand-assignments';
import { Renewals, type OpenedCycle } from './renewals.service';
import { TrainingsService } from './trainings.service';

const KIND = 'train_again';
/** What the job tells of somebody who has it to do already. */
const HAS_IT = 'already_assigned';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface Order {
  training_id: string;
  /** UTC milliseconds: who completed it later has seen what is new. */
  until: number;
}

/**
 * The content has changed, and whoever completed it before trains again: their next cycle opens, for the reasons of the one
 * before. The unique key of a cycle decides, so whoever has it open already is left as they are.
 */
@Injectable()
export class TrainAgain implements OnModuleInit {
  constructor(
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly queries: TenantQueries,
    private readonly renewals: Renewals,
    private readonly sources: AssignmentSources,
    private readonly trainings: TrainingsService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<Order>(KIND, {
      lane: 'bulk',
      portion: (tenant, order, portion) => this.some(tenant, order, portion),
    });
  }

  /** In the caller's transaction. @returns the job */
  owe(tenant: Tenant, order: Order, people: number): Promise<string> {
    return this.jobs.enqueue(tenant, KIND, order, people);
  }

  private async some(tenant: Tenant, { training_id, until }: Order, portion: Portion): Promise<Facts | null> {
    const after_id = (portion.mark?.['after'] as string | undefined) ?? FIRST_ID;
    const first = Number(portion.mark?.['row_no'] ?? 0);
    // Taken out of the catalogue meanwhile: nobody begins it any more.
    const [training] = await this.trainings.stillPublished(tenant, [training_id]);
    if (!training) return null;
    const count = RENEWALS_AT_ONCE;
    const people = await someCompleted(this.queries, tenant, { training_id, until, after_id, count });
    const opened = await this.open(tenant, training_id, training.due_days, people);
    const rows = people.map(({ staff_id }, at) => {
      const became = opened.get(staff_id);
      const about = { row_no: first + at, facts: { staff_id, training_id } };
      if (!became) return { ...about, outcome: 'unchanged' as const, code: HAS_IT };
      return {
        ...about,
        outcome: 'changed' as const,
        code: NEXT_CYCLE,
        record_id: became.assignment_id,
        record_version: 1,
      };
    });
    portion.tell(people.length, rows);
    return people.length < count ? null : { after: people.at(-1)!.staff_id, row_no: first + people.length };
  }

  /** By person, those that are open now and were not before. */
  private async open(
    tenant: Tenant,
    training_id: string,
    due_days: number | null,
    people: readonly CompletedCycle[],
  ): Promise<ReadonlyMap<string, OpenedCycle>> {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const due_on = due_days === null ? null : addDays(today, due_days);
    const before = people.map((each) => ({ ...each, training_id, due_on }));
    const opened = await this.renewals.nextCycles(tenant, before, today);
    // What was brought along, or of which every reason is gone, is there because an admin says so.
    const known = await this.sources.of(
      tenant,
      opened.map((each) => each.assignment_id),
    );
    await this.sources.addByHand(
      tenant,
      opened.flatMap(({ assignment_id }) => (known.has(assignment_id) ? [] : assignment_id)),
    );
    const told = { training_id, assigned: opened.length };
    if (opened.length) await this.audit.record(auditEntry(tenant, 'training-assignment.again', undefined, null, told));
    return new Map(opened.map((each) => [each.staff_id, each]));
  }
}
