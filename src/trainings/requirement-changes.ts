import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { Announcements } from '../tenancy/announcements';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion } from '../tenancy/jobs/portion';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { LearningQuery } from './learning.query';
import { PublishChecklist } from './publish-checklist';
import { TrainingCompletion } from './training-completion';
import { Training } from './training.entity';
import { HAS_QUIZ, QUIZ_CHANGED } from './training.events';

const KIND = 'settle_training';
const AT_A_TIME = 50;

const NOT_OF_THE_QUIZ = ['category', 'skills', 'video', 'source'] as const;

interface Order {
  training_id: string;
  /** When it began to ask for less (UTC milliseconds). */
  since: number;
}

/**
 * When what a training asks for changes: a published one keeps what publishing asks, and whoever has everything that it asks
 * for now completes it, at the moment of the change (docs/learning-rules.md, "Completion is a state").
 */
@Injectable()
export class RequirementChanges implements OnModuleInit {
  constructor(
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    private readonly checklist: PublishChecklist,
    private readonly completion: TrainingCompletion,
    private readonly learning: LearningQuery,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(QUIZ_CHANGED, (tenant, { training_id }) => this.quizChanged(tenant, training_id));
    this.kinds.register<Order>(KIND, {
      lane: 'interactive',
      portion: (tenant, order, portion) => this.settle(tenant, order, portion),
    });
  }

  /** In the transaction of the change; nothing where nobody may be completed by it. */
  async settleLater(tenant: Tenant, training_id: string): Promise<void> {
    const [first] = await this.learning.completableIn(tenant, training_id, null, 1);
    if (first) await this.jobs.enqueue(tenant, KIND, { training_id, since: this.clock.now() } satisfies Order, null);
  }

  /** @throws ChecklistOpen */
  private async quizChanged(tenant: Tenant, training_id: string): Promise<void> {
    const training = await this.trainings.one(tenant, { training_id });
    if (!training) return;
    if (training.status === 'published') await this.checklist.demand(tenant, training, NOT_OF_THE_QUIZ);
    // With a quiz it asks for no less than before.
    if (!(await this.announcements.ask(HAS_QUIZ, tenant, { training_id }))) await this.settleLater(tenant, training_id);
  }

  private async settle(tenant: Tenant, { training_id, since }: Order, portion: Portion): Promise<Facts | null> {
    const after = portion.mark?.['after'];
    const found = await this.learning.completableIn(
      tenant,
      training_id,
      typeof after === 'string' ? after : null,
      AT_A_TIME,
    );
    await this.completion.settleEach(tenant, found, since);
    portion.tell(found.length, []);
    return found.length < AT_A_TIME ? null : { after: found.at(-1)!.staff_id };
  }
}
