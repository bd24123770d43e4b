import { Injectable } from '@nestjs/common';
import type { PublishCheck } from '../../contract/trainings.resource';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { isReadingTraining } from './acknowledgement';
import { isPlayable } from './training-media';
import { TrainingDocumentRepository } from './training-document.repository';
import { TrainingSkill } from './training-skill.entity';
import type { Training } from './training.entity';
import { ChecklistIncompleteError } from './training.errors';
import { QUIZ_STATE } from './training.events';

/** Requirements of a published training. */
@Injectable()
export class PublishChecklistService {
  constructor(
    @InjectTenantRepository(TrainingSkill) private readonly skills: TenantRepository<TrainingSkill>,
    private readonly eventBus: DomainEventBus,
    private readonly documents: TrainingDocumentRepository,
  ) {}

  /** Missing checks, in the order of an author's work. */
  async missing(tenant: Tenant, training: Training): Promise<PublishCheck[]> {
    const missing: PublishCheck[] = [];
    if (!training.category_id) missing.push('category');
    if (!(await this.skills.count(tenant, { training_id: training.training_id }))) missing.push('skills');
    if (training.type === 'video' && !isPlayable(training)) missing.push('video');
    if (isReadingTraining(training) && !(await this.hasSource(tenant, training))) missing.push('source');
    // Documents complete by acknowledgement (acknowledgement.ts), classrooms by attendance
    // (session-attendance.service.ts).
    const { training_id } = training;
    const needsQuiz =
      training.requires_quiz || (!['video', 'classroom'].includes(training.type) && !isReadingTraining(training));
    const quiz = await this.eventBus.query(QUIZ_STATE, tenant, { training_id });
    if (needsQuiz && quiz === 'none') missing.push('quiz');
    if (quiz === 'short') missing.push('draws');
    return missing;
  }

  private async hasSource(tenant: Tenant, { type, source_url, training_id }: Training): Promise<boolean> {
    return source_url !== null || (type === 'document' && (await this.documents.exists(tenant, training_id)));
  }

  /**
   * Refuses a change that would leave the training without something that publishing requires.
   * @param ignoredChecks checks that the current change cannot affect
   * @throws ChecklistIncompleteError
   */
  async requireComplete(
    tenant: Tenant,
    training: Training,
    ignoredChecks: readonly PublishCheck[] = [],
  ): Promise<void> {
    const missing = (await this.missing(tenant, training)).filter((check) => !ignoredChecks.includes(check));
    if (missing.length) throw new ChecklistIncompleteError(missing);
  }
}
