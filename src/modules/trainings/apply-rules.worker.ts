import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { StaffService } from '../staff/staff.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import type { JobBatch, JobRowResult } from '../background-jobs/job-batch';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentPairsService, pairKey } from './assignment-pairs.service';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import { planRuleChanges, type RulePlan, type LatestAssignment } from './rule-plan';
import { AssignmentRuleQuery } from './assignment-rule.query';
import { APPLY_RULES, type ApplyRulesPayload } from './rule-trigger.listener';
import { RuleLockService } from './rule-lock.service';
import { ASSIGNMENTS_ENDED } from './training.events';

/** Limits of one portion. */
const PEOPLE_PER_PORTION = 200;
const ROWS_PER_PORTION = 900;

/**
 * Background job that brings assignments in line with the rules as they are when a portion runs. Portions of one
 * customer run one after another. Every change that affects rules enqueues a later run, so the last run has seen all
 * changes.
 */
@Injectable()
export class ApplyRulesWorker implements OnModuleInit {
  constructor(
    private readonly kinds: JobKindRegistry,
    private readonly ruleQuery: AssignmentRuleQuery,
    private readonly turns: RuleLockService,
    private readonly staff: StaffService,
    private readonly pairs: AssignmentPairsService,
    private readonly sources: AssignmentSourceRepository,
    @InjectResourceContext(TrainingAssignment) private readonly parts: ResourceContext<TrainingAssignment>,
    private readonly eventBus: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<ApplyRulesPayload>(APPLY_RULES, {
      lane: 'bulk',
      runBatch: (tenant, payload, portion) => this.applyPortion(tenant, payload, portion),
    });
  }

  private async applyPortion(
    tenant: Tenant,
    { staff_id }: ApplyRulesPayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    await this.turns.acquire(tenant);
    const began = Number(jobBatch.mark?.['began'] ?? this.clock.now());
    const firstRowNo = Number(jobBatch.mark?.['row_no'] ?? 0);
    const after = (jobBatch.mark?.['after'] as string | undefined) ?? null;
    const requestedIds = staff_id && nextIds(staff_id, after);
    const people = await this.staff.findPage(tenant, after, PEOPLE_PER_PORTION, requestedIds);
    const jobRows: JobRowResult[] = [];
    // Counted by requested ids, since some of the people may be deleted.
    const isFullPage = (requestedIds ?? people).length === PEOPLE_PER_PORTION;
    let last = requestedIds?.at(-1) ?? people.at(-1)?.staff_id ?? null;
    let isComplete = true;
    if (people.length) {
      const set = await this.ruleQuery.loadRuleSet(tenant);
      const staffIds = people.map((person) => person.staff_id);
      const plan = planRuleChanges(
        people,
        set,
        await this.ruleQuery.findLatestAssignments(tenant, staffIds, set.training_id),
        ROWS_PER_PORTION,
      );
      jobRows.push(...(await this.execute(tenant, plan, firstRowNo)));
      jobBatch.report(plan.peopleCount, jobRows);
      isComplete = plan.peopleCount === people.length;
      if (!isComplete) last = plan.lastStaffId;
    }
    if (!isComplete || isFullPage) return { began, row_no: firstRowNo + jobRows.length, after: last };
    if (staff_id === null) await this.turns.markApplied(tenant, began);
    return null;
  }

  private async execute(tenant: Tenant, plan: RulePlan, firstRowNo: number): Promise<JobRowResult[]> {
    const assignedByPair = await this.pairs.write(tenant, plan.toAssign, 'rule');
    const assignedPairs = plan.toAssign.flatMap((wish) => {
      const assigned = assignedByPair.get(pairKey(wish.pair));
      return assigned ? [{ ...wish, ...assigned }] : [];
    });
    const newSources = assignedPairs.flatMap(({ assignment_id, rules }) =>
      rules.map((rule_id) => ({ assignment_id, source: 'rule' as const, rule_id })),
    );
    await this.sources.add(tenant, [...newSources, ...plan.reasons]);
    await this.sources.removeRules(tenant, plan.droppedSources);
    const removedAssignments = await this.removed(tenant, plan.toRemove);
    if (assignedPairs.length + removedAssignments.length) {
      const jobRows = { assigned: assignedPairs.length, removed: removedAssignments.length };
      await this.parts.audit.record(buildAuditEntry(tenant, 'training-assignment.rules', undefined, null, jobRows));
    }
    const assigned = assignedPairs.map(({ pair: { action, staff_id, training_id }, assignment_id, row_version }) => ({
      code: CODES[action],
      staff_id,
      training_id,
      record_id: assignment_id,
      record_version: row_version,
    }));
    const removed = removedAssignments.map(({ assignment_id, staff_id, training_id, row_version }) => ({
      code: CODES.goes,
      staff_id,
      training_id,
      record_id: assignment_id,
      record_version: row_version + 1,
    }));
    return [...assigned, ...removed].map(({ staff_id, training_id, ...row }, at) => ({
      ...row,
      row_no: firstRowNo + at,
      outcome: 'changed' as const,
      facts: { staff_id, training_id },
    }));
  }

  /** Keeps progress. Throws if an assignment changed since it was read; the portion is then retried. */
  private async removed(tenant: Tenant, toRemove: readonly LatestAssignment[]): Promise<readonly LatestAssignment[]> {
    if (!toRemove.length) return [];
    const assignment_id = toRemove.map((each) => each.assignment_id);
    const change = { state: 'removed', removed_at: this.clock.now(), removed_reason: null };
    const row_version = [...new Set(toRemove.map((each) => each.row_version))];
    const state = [...new Set(toRemove.map((each) => each.state))];
    const removedAssignments = await this.parts.records.update(tenant, { assignment_id, state, row_version }, change);
    if (removedAssignments < toRemove.length || (await this.sources.findByAssignment(tenant, assignment_id)).size)
      throw new Error('An assignment changed while rules removed it');
    await this.eventBus.publish(ASSIGNMENTS_ENDED, tenant, { staff_id: toRemove.map((each) => each.staff_id) });
    return toRemove;
  }
}

const nextIds = (staff_id: readonly string[], after: string | null): string[] =>
  staff_id
    .filter((id) => after === null || id > after)
    .toSorted()
    .slice(0, PEOPLE_PER_PORTION);

const CODES = {
  new: 'assigned',
  again: 'assigned',
  stays: 'already_assigned',
  returns: 'taken_up_again',
  goes: 'removed_by_rule',
} as const;
