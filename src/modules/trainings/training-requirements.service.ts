import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { Clock } from '../../common/clock';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { DryRunService } from '../../tenancy/dry-run.service';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch } from '../background-jobs/job-batch';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { LearningQuery } from './learning.query';
import { PublishChecklistService } from './publish-checklist.service';
import { TrainingCompletionService } from './training-completion.service';
import { Training } from './training.entity';
import { HAS_QUIZ, QUIZ_CHANGED } from './training.events';

const KIND = 'settle_training';
const BATCH_SIZE = 50;

const CHECKS_UNRELATED_TO_QUIZ = ['category', 'skills', 'video', 'source'] as const;

interface SettlementPayload {
  training_id: string;
  /** Time of the change (UTC milliseconds). */
  since: number;
}

/**
 * Reacts to changed requirements of a training: a published training must still pass the publish checklist, and open
 * assignments that meet the new requirements are completed as of the change (docs/domain.md, "Completion is a state").
 */
@Injectable()
export class TrainingRequirementsService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly checklist: PublishChecklistService,
    private readonly completion: TrainingCompletionService,
    private readonly learning: LearningQuery,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly eventBus: DomainEventBus,
    private readonly dryRunService: DryRunService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(QUIZ_CHANGED, (tenant, { training_id }) => this.handleQuizChange(tenant, training_id));
    this.kinds.register<SettlementPayload>(KIND, {
      lane: 'interactive',
      runBatch: (tenant, payload, portion) => this.settlePortion(tenant, payload, portion),
    });
  }

  /**
   * Enqueues the job in the transaction of the change; skipped if no assignment can be completed.
   * @param since time of the change (UTC milliseconds)
   */
  async enqueueSettlement(tenant: Tenant, training_id: string, since = this.clock.now()): Promise<void> {
    const [first] = await this.learning.findCompletableInTraining(tenant, training_id, null, 1);
    if (first && this.dryRunService.isRunning) return this.reportCompleted(tenant, training_id);
    if (first) await this.jobsService.enqueue(tenant, KIND, { training_id, since } satisfies SettlementPayload, null);
  }

  /** @throws ChecklistIncompleteError */
  private async handleQuizChange(tenant: Tenant, training_id: string): Promise<void> {
    const training = await this.trainings.findOne(tenant, { training_id });
    if (!training) return;
    if (training.status === 'published')
      await this.checklist.requireComplete(tenant, training, CHECKS_UNRELATED_TO_QUIZ);
    // A training that still has a quiz requires no less than before.
    if (await this.eventBus.query(HAS_QUIZ, tenant, { training_id })) return;
    if (this.dryRunService.isRunning) await this.reportStranded(tenant, training);
    await this.enqueueSettlement(tenant, training_id);
  }

  private async reportCompleted(tenant: Tenant, training_id: string): Promise<void> {
    const training = (await this.trainings.findOne(tenant, { training_id }))!;
    const completed = await this.completion.countCompletable(tenant, training);
    if (completed) this.dryRunService.report({ completed });
  }

  /** Such a training cannot be completed (docs/domain.md). */
  private async reportStranded(tenant: Tenant, { training_id, requires_quiz }: Training): Promise<void> {
    if (!requires_quiz) return;
    const stranded = await this.assignments.count(tenant, { training_id, state: [...OPEN_ASSIGNMENT_STATES] });
    if (stranded) this.dryRunService.report({ stranded });
  }

  private async settlePortion(
    tenant: Tenant,
    { training_id, since }: SettlementPayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const after = jobBatch.mark?.['after'];
    const candidates = await this.learning.findCompletableInTraining(
      tenant,
      training_id,
      typeof after === 'string' ? after : null,
      BATCH_SIZE,
    );
    await this.completion.settleCandidates(tenant, candidates, since);
    jobBatch.report(candidates.length, []);
    return candidates.length < BATCH_SIZE ? null : { after: candidates.at(-1)!.staff_id };
  }
}
