import { Injectable, type OnModuleInit } from '@nestjs/common';
import { addDays, dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch } from '../background-jobs/job-batch';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { findCompleted, type CompletedCycle } from './completed-people.query';
import { RENEWAL_BATCH_SIZE } from './due-renewals.query';
import { NEXT_CYCLE } from './manual-assignments.service';
import { RenewalsService, type NextCycle } from './renewals.service';
import { TrainingsService } from './trainings.service';

const KIND = 'train_again';
const ALREADY_ASSIGNED = 'already_assigned';
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface RetrainingPayload {
  training_id: string;
  /** UTC milliseconds: later completions have seen the new content. */
  until: number;
}

/**
 * Opens the next cycle of everyone who completed the training before its content changed, with the sources of the
 * previous cycle. The unique key of a cycle skips those already open.
 */
@Injectable()
export class RetrainingService implements OnModuleInit {
  constructor(
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly queries: TenantQueries,
    private readonly renewalsService: RenewalsService,
    private readonly sources: AssignmentSourceRepository,
    private readonly trainings: TrainingsService,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<RetrainingPayload>(KIND, {
      lane: 'bulk',
      runBatch: (tenant, order, portion) => this.retrainPortion(tenant, order, portion),
    });
  }

  /** Runs in the caller's transaction. @returns the job id */
  enqueue(tenant: Tenant, payload: RetrainingPayload, people: number): Promise<string> {
    return this.jobsService.enqueue(tenant, KIND, payload, people);
  }

  private async retrainPortion(
    tenant: Tenant,
    { training_id, until }: RetrainingPayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const after_id = (jobBatch.mark?.['after'] as string | undefined) ?? FIRST_ID;
    const first = Number(jobBatch.mark?.['row_no'] ?? 0);
    // No longer published.
    const [training] = await this.trainings.filterPublished(tenant, [training_id]);
    if (!training) return null;
    const count = RENEWAL_BATCH_SIZE;
    const people = await findCompleted(this.queries, tenant, { training_id, until, after_id, count });
    const opened = await this.openNextCycles(tenant, training_id, training.due_days, people);
    const rows = people.map(({ staff_id }, at) => {
      const nextCycle = opened.get(staff_id);
      const rowBase = { row_no: first + at, facts: { staff_id, training_id } };
      if (!nextCycle) return { ...rowBase, outcome: 'unchanged' as const, code: ALREADY_ASSIGNED };
      return {
        ...rowBase,
        outcome: 'changed' as const,
        code: NEXT_CYCLE,
        record_id: nextCycle.assignment_id,
        record_version: 1,
      };
    });
    jobBatch.report(people.length, rows);
    return people.length < count ? null : { after: people.at(-1)!.staff_id, row_no: first + people.length };
  }

  /** Cycles opened by this call, by staff id. */
  private async openNextCycles(
    tenant: Tenant,
    training_id: string,
    due_days: number | null,
    people: readonly CompletedCycle[],
  ): Promise<ReadonlyMap<string, NextCycle>> {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const due_on = due_days === null ? null : addDays(today, due_days);
    const cyclesToRenew = people.map((each) => ({ ...each, training_id, due_on }));
    const opened = await this.renewalsService.openNextCycles(tenant, cyclesToRenew, today);
    // Recorded histories and cycles without sources get the manual source.
    const sourcesByAssignment = await this.sources.findByAssignment(
      tenant,
      opened.map((each) => each.assignment_id),
    );
    await this.sources.addManual(
      tenant,
      opened.flatMap(({ assignment_id }) => (sourcesByAssignment.has(assignment_id) ? [] : assignment_id)),
    );
    const auditFacts = { training_id, assigned: opened.length };
    if (opened.length)
      await this.audit.record(buildAuditEntry(tenant, 'training-assignment.again', undefined, null, auditFacts));
    return new Map(opened.map((each) => [each.staff_id, each]));
  }
}
