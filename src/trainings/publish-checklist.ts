import { Injectable } from '@nestjs/common';
import type { PublishCheck } from '../contract/trainings.resource';
import { Announcements } from '../tenancy/announcements';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { isRead } from './acknowledgement';
import { isPlayable } from './playable';
import { TrainingDocuments } from './training-documents';
import { TrainingSkill } from './training-skill.entity';
import type { Training } from './training.entity';
import { ChecklistOpen } from './training.errors';
import { QUIZ_STATE } from './training.events';

/** What a training must have before a learner sees it; what is published keeps it. */
@Injectable()
export class PublishChecklist {
  constructor(
    @Records(TrainingSkill) private readonly skills: TenantRepository<TrainingSkill>,
    private readonly announcements: Announcements,
    private readonly documents: TrainingDocuments,
  ) {}

  /** The open checks, in the order in which an author would meet them. */
  async missing(tenant: Tenant, training: Training): Promise<PublishCheck[]> {
    const missing: PublishCheck[] = [];
    if (!training.category_id) missing.push('category');
    if (!(await this.skills.count(tenant, { training_id: training.training_id }))) missing.push('skills');
    if (training.type === 'video' && !isPlayable(training)) missing.push('video');
    if (isRead(training) && !(await this.hasSource(tenant, training))) missing.push('source');
    // Who has read says so (acknowledgement.ts), who has attended is marked (session-attendance.service.ts).
    const { training_id } = training;
    const needsQuiz = training.requires_quiz || (!['video', 'classroom'].includes(training.type) && !isRead(training));
    const quiz = await this.announcements.ask(QUIZ_STATE, tenant, { training_id });
    if (needsQuiz && quiz === 'none') missing.push('quiz');
    if (quiz === 'short') missing.push('draws');
    return missing;
  }

  private async hasSource(tenant: Tenant, { type, source_url, training_id }: Training): Promise<boolean> {
    return source_url !== null || (type === 'document' && (await this.documents.isThere(tenant, training_id)));
  }

  /**
   * Refuses a change that would leave the training without something that publishing requires.
   * @param ignoredChecks checks that the current change cannot affect
   * @throws ChecklistOpen
   */
  async demand(tenant: Tenant, training: Training, ignoredChecks: readonly PublishCheck[] = []): Promise<void> {
    const missing = (await this.missing(tenant, training)).filter((check) => !ignoredChecks.includes(check));
    if (missing.length) throw new ChecklistOpen(missing);
  }
}
