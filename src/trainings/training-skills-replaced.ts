import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Skill } from '../skills/skill.entity';
import type { Batch } from '../tenancy/batch';
import { Reassignments, type Passed } from '../tenancy/reassignments';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';

/** Of one row: the list's revision, the row out, the other one in. */
const ROWS = 3;

/** Another skill takes a skill's place: whoever completes a training from now on gets its level there. Evidence stays. */
@Injectable()
export class TrainingSkillsReplaced implements OnModuleInit {
  constructor(
    @Records(TrainingSkill) private readonly rows: TenantRepository<TrainingSkill>,
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    private readonly reassignments: Reassignments,
  ) {}

  onModuleInit(): void {
    this.reassignments.alsoMoves(Skill, { move: (tenant, from, to, batch) => this.move(tenant, from, to, batch) });
  }

  /** A training that gives the other skill already gives it as before. */
  private async move(tenant: Tenant, from: string, to: string, batch: Batch): Promise<Record<string, Passed>> {
    const limit = batch.reads(ROWS);
    const giving = await this.rows.find(tenant, { skill_id: from }, { limit, order: [['training_id', 'asc']] });
    const training_id = [...new Set(batch.take(giving, ROWS).map((row) => row.training_id))];
    if (!training_id.length) return { training_skill: { was: [] } };
    // The lock of each list (training-skills.service.ts); whoever has one open is told that it changed.
    await this.trainings.add(tenant, { training_id }, 'content_revision', 1);
    const rows = await this.rows.find(tenant, { skill_id: from, training_id });
    const own = new Set((await this.rows.find(tenant, { skill_id: to, training_id })).map((row) => row.training_id));
    await this.rows.remove(tenant, { skill_id: from, training_id });
    const passed = rows.filter((row) => !own.has(row.training_id));
    const added = passed.map((row) => ({ ...factsOf(row), skill_id: to }));
    if (added.length) await this.rows.insert(tenant, added);
    return { training_skill: { was: rows.map(factsOf), became: added } };
  }
}

const factsOf = ({ training_id, skill_id, min_score, level, validity_months }: TrainingSkill) => ({
  ...{ training_id, skill_id, min_score, level, validity_months },
});
