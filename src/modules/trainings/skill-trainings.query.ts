import { Injectable } from '@nestjs/common';
import type { SkillTraining, TrainingRow } from '../../contract/trainings.resource';
import { SkillsService } from '../skills/skills.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';

/** Trainings that grant a skill. */
@Injectable()
export class SkillTrainingsQuery {
  constructor(
    @InjectTenantRepository(TrainingSkill) private readonly rows: TenantRepository<TrainingSkill>,
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    private readonly skills: SkillsService,
  ) {}

  /** Ordered by title, then score. The validity is that of a completion today. @throws NotFoundError */
  async listBySkill(tenant: Tenant, skill_id: string): Promise<SkillTraining[]> {
    const skill = await this.skills.record(tenant, skill_id);
    const rows = await this.rows.find(tenant, { skill_id }, { order: [['min_score', 'asc']] });
    const ids = [...new Set(rows.map((row) => row.training_id))];
    const trainingRecords = ids.length ? await this.trainings.find(tenant, { training_id: ids }) : [];
    const trainingById = new Map(trainingRecords.map((training) => [training.training_id, training]));
    return rows
      .map(({ training_id, min_score, level, validity_months }) => {
        const { code, title, status } = trainingById.get(training_id)!;
        return {
          training_id,
          code,
          title,
          status: status as TrainingRow['status'],
          skill_id,
          min_score,
          level,
          validity_months: validity_months ?? skill.validity_months,
        };
      })
      .sort((a, b) => a.title.localeCompare(b.title));
  }
}
