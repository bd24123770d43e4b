import { Injectable } from '@nestjs/common';
import type { PublishCheck } from '../contract/trainings.resource';
import { Announcements } from '../tenancy/announcements';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { isPlayable } from './playable';
import { TrainingSkill } from './training-skill.entity';
import type { Training } from './training.entity';
import { ChecklistOpen } from './training.errors';
import { HAS_QUIZ } from './training.events';

/** What a training must have before a learner sees it; what is published keeps it. */
@Injectable()
export class PublishChecklist {
  constructor(
    @Records(TrainingSkill) private readonly skills: TenantRepository<TrainingSkill>,
    private readonly announcements: Announcements,
  ) {}

  /** The open checks, in the order in which an author would meet them. */
  async missing(tenant: Tenant, training: Training): Promise<PublishCheck[]> {
    const missing: PublishCheck[] = [];
    if (!training.category_id) missing.push('category');
    if (!(await this.skills.count(tenant, { training_id: training.training_id }))) missing.push('skills');
    if (training.type === 'video' && !isPlayable(training)) missing.push('video');
    if ((training.type === 'document' || training.type === 'link') && !training.source_url) missing.push('source');
    // Nothing but a quiz shows that a document was read; attendance and acknowledgement are not built yet.
    const { training_id } = training;
    const needsQuiz = training.requires_quiz || training.type !== 'video';
    if (needsQuiz && !(await this.announcements.ask(HAS_QUIZ, tenant, { training_id }))) missing.push('quiz');
    return missing;
  }

  /** @throws ChecklistOpen */
  async demand(tenant: Tenant, training: Training): Promise<void> {
    const missing = await this.missing(tenant, training);
    if (missing.length) throw new ChecklistOpen(missing);
  }
}
