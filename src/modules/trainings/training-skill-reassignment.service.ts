import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Skill } from '../skills/skill.entity';
import type { TransactionBatch } from '../../tenancy/transaction-batch';
import { ReassignmentsService, type MovedRows } from '../../tenancy/reassignments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';

/** Revision update, delete, insert. */
const ROWS_PER_TRAINING = 3;

/** Replaces a skill in the skill lists of trainings. Evidence stays. */
@Injectable()
export class TrainingSkillReassignmentService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(TrainingSkill) private readonly rows: TenantRepository<TrainingSkill>,
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    private readonly reassignmentsService: ReassignmentsService,
  ) {}

  onModuleInit(): void {
    this.reassignmentsService.registerReferences(Skill, {
      move: (tenant, from, to, batch) => this.move(tenant, from, to, batch),
    });
  }

  /** A training that already grants the other skill keeps its row. */
  private async move(
    tenant: Tenant,
    from: string,
    to: string,
    transactionBatch: TransactionBatch,
  ): Promise<Record<string, MovedRows>> {
    const limit = transactionBatch.readLimit(ROWS_PER_TRAINING);
    const affected = await this.rows.find(tenant, { skill_id: from }, { limit, order: [['training_id', 'asc']] });
    const training_id = [...new Set(transactionBatch.take(affected, ROWS_PER_TRAINING).map((row) => row.training_id))];
    if (!training_id.length) return { training_skill: { was: [] } };
    // Also the lock of each list (training-skills.service.ts); open editors get a conflict.
    await this.trainings.add(tenant, { training_id }, 'content_revision', 1);
    const rows = await this.rows.find(tenant, { skill_id: from, training_id });
    const alreadyGiving = new Set(
      (await this.rows.find(tenant, { skill_id: to, training_id })).map((row) => row.training_id),
    );
    await this.rows.remove(tenant, { skill_id: from, training_id });
    const toInsert = rows.filter((row) => !alreadyGiving.has(row.training_id));
    const added = toInsert.map((row) => ({ ...toAuditFacts(row), skill_id: to }));
    if (added.length) await this.rows.insert(tenant, added);
    return { training_skill: { was: rows.map(toAuditFacts), became: added } };
  }
}

const toAuditFacts = ({ training_id, skill_id, min_score, level, validity_months }: TrainingSkill) => ({
  training_id,
  skill_id,
  min_score,
  level,
  validity_months,
});
