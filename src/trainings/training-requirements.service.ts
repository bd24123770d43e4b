import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { Clock } from '../platform/clock';
import { Announcements } from '../tenancy/announcements';
import { DryRuns } from '../tenancy/dry-runs';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion } from '../tenancy/jobs/portion';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { LearningQuery } from './learning.query';
import { PublishChecklist } from './publish-checklist';
import { TrainingCompletion } from './training-completion';
import { Training } from './training.entity';
import { HAS_QUIZ, QUIZ_CHANGED } from './training.events';

const KIND = 'settle_training';
const AT_A_TIME = 50;

const CHECKS_UNRELATED_TO_QUIZ = ['category', 'skills', 'video', 'source'] as const;

interface SettlementOrder {
  training_id: string;
  /** Time of the change (UTC milliseconds). */
  since: number;
}

/**
 * Reacts to changed requirements of a training: a published training must still pass the publish checklist, and open
 * assignments that meet the new requirements are completed as of the change (docs/learning-rules.md, "Completion is a state").
 */
@Injectable()
export class TrainingRequirementsService implements OnModuleInit {
  constructor(
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly checklist: PublishChecklist,
    private readonly completion: TrainingCompletion,
    private readonly learning: LearningQuery,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly announcements: Announcements,
    private readonly dryRuns: DryRuns,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(QUIZ_CHANGED, (tenant, { training_id }) => this.handleQuizChange(tenant, training_id));
    this.kinds.register<SettlementOrder>(KIND, {
      lane: 'interactive',
      portion: (tenant, order, portion) => this.settle(tenant, order, portion),
    });
  }

  /**
   * Enqueues the job in the transaction of the change; skipped if no assignment can be completed.
   * @param since time of the change (UTC milliseconds)
   */
  async enqueueSettlement(tenant: Tenant, training_id: string, since = this.clock.now()): Promise<void> {
    const [first] = await this.learning.findCompletableInTraining(tenant, training_id, null, 1);
    if (first && this.dryRuns.isRunning) return this.reportCompleted(tenant, training_id);
    if (first) await this.jobs.enqueue(tenant, KIND, { training_id, since } satisfies SettlementOrder, null);
  }

  /** @throws ChecklistOpen */
  private async handleQuizChange(tenant: Tenant, training_id: string): Promise<void> {
    const training = await this.trainings.one(tenant, { training_id });
    if (!training) return;
    if (training.status === 'published') await this.checklist.demand(tenant, training, CHECKS_UNRELATED_TO_QUIZ);
    // A training that still has a quiz requires no less than before.
    if (await this.announcements.ask(HAS_QUIZ, tenant, { training_id })) return;
    if (this.dryRuns.isRunning) await this.reportStranded(tenant, training);
    await this.enqueueSettlement(tenant, training_id);
  }

  private async reportCompleted(tenant: Tenant, training_id: string): Promise<void> {
    const training = (await this.trainings.one(tenant, { training_id }))!;
    const completed = await this.completion.countCompletable(tenant, training);
    if (completed) this.dryRuns.report({ completed });
  }

  /** A training that requires a quiz and has none cannot be completed (docs/learning-rules.md). */
  private async reportStranded(tenant: Tenant, { training_id, requires_quiz }: Training): Promise<void> {
    if (!requires_quiz) return;
    const stranded = await this.assignments.count(tenant, { training_id, state: [...OPEN_ASSIGNMENT_STATES] });
    if (stranded) this.dryRuns.report({ stranded });
  }

  private async settle(
    tenant: Tenant,
    { training_id, since }: SettlementOrder,
    portion: Portion,
  ): Promise<Facts | null> {
    const after = portion.mark?.['after'];
    const candidates = await this.learning.findCompletableInTraining(
      tenant,
      training_id,
      typeof after === 'string' ? after : null,
      AT_A_TIME,
    );
    await this.completion.settleCandidates(tenant, candidates, since);
    portion.tell(candidates.length, []);
    return candidates.length < AT_A_TIME ? null : { after: candidates.at(-1)!.staff_id };
  }
}
