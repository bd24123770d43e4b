import { Injectable } from '@nestjs/common';
import type { TrainingSkillRow } from '../../contract/trainings.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { StaleRecordError } from '../../common/errors/record.errors';
import { SkillsService } from '../skills/skills.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { PublishChecklistService } from './publish-checklist.service';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';
import { TrainingsService } from './trainings.service';
import { fieldError } from '../../common/errors/field-error';

/** Without `validity_months` the training's validity applies, else the skill's. */
export type TrainingSkillInput = Omit<TrainingSkillRow, 'validity_months'> & { validity_months?: number | null };

/** Skills granted by a training. Evidence keeps its own copy of the level (docs/skill-levels.md). */
@Injectable()
export class TrainingSkillsService {
  constructor(
    @InjectTenantRepository(TrainingSkill) private readonly rows: TenantRepository<TrainingSkill>,
    @InjectTenantRepository(Training) private readonly records: TenantRepository<Training>,
    private readonly trainings: TrainingsService,
    private readonly skills: SkillsService,
    private readonly checklist: PublishChecklistService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /** For users who may see the training. @throws NotFoundError */
  async list(tenant: Tenant, training_id: string): Promise<{ rows: TrainingSkillRow[]; content_revision: number }> {
    const { content_revision } = await this.trainings.one(tenant, training_id);
    return { rows: await this.findRows(tenant, training_id), content_revision };
  }

  async findRows(tenant: Tenant, training_id: string): Promise<TrainingSkillRow[]> {
    const records = await this.rows.find(
      tenant,
      { training_id },
      {
        order: [
          ['skill_id', 'asc'],
          ['min_score', 'asc'],
        ],
      },
    );
    return records.map(toRow);
  }

  /**
   * Replaces the whole list.
   * @param revision the revision that was read; rejects a list that another user changed since
   * @throws NotFoundError, StaleRecordError, UnknownSkillError, InvalidFieldsError, ChecklistIncompleteError
   */
  async replace(
    tenant: Tenant,
    training_id: string,
    input: readonly TrainingSkillInput[],
    revision?: number,
  ): Promise<{ rows: TrainingSkillRow[]; content_revision: number }> {
    rejectDuplicates(input);
    return this.transactions.run(async () => {
      // Locks the list by the training's content_revision. row_version stays, so that an open training form can still
      // be saved.
      const read = { training_id, ...(revision !== undefined && { content_revision: revision }) };
      const isLocked = await this.records.add(tenant, read, 'content_revision', 1);
      const training = await this.trainings.record(tenant, training_id);
      if (!isLocked) throw new StaleRecordError(training.content_revision);
      const was = await this.findRows(tenant, training_id);
      const existingIds = new Set(was.map((row) => row.skill_id));
      // Archived skills may stay in the list but cannot be added.
      const addedIds = input.map((row) => row.skill_id).filter((id) => !existingIds.has(id));
      const skills = await this.skills.getActive(tenant, addedIds);
      const skillValidity = new Map(skills.map((skill) => [skill.skill_id, skill.validity_months]));
      const previousValidity = new Map(was.map((row) => [row.skill_id, row.validity_months]));
      const became = input.map((row) => ({
        ...row,
        training_id,
        validity_months:
          row.validity_months === undefined
            ? (training.validity_months ??
              skillValidity.get(row.skill_id) ??
              previousValidity.get(row.skill_id) ??
              null)
            : row.validity_months,
      }));
      await this.rows.remove(tenant, { training_id });
      if (became.length) await this.rows.insert(tenant, became);
      if (training.status === 'published') await this.checklist.requireComplete(tenant, training, ['draws']);
      await this.audit.record(buildAuditEntry(tenant, 'training.skills', training_id, { rows: was }, { rows: became }));
      return { rows: await this.findRows(tenant, training_id), content_revision: training.content_revision };
    });
  }
}

function rejectDuplicates(input: readonly TrainingSkillInput[]): void {
  const keys = new Set<string>();
  input.forEach((row, at) => {
    const key = `${row.skill_id} ${row.min_score}`;
    if (keys.has(key)) {
      throw new InvalidFieldsError({
        [`rows.${at}.min_score`]: [fieldError('score_twice', 'This skill already has a level for this score.')],
      });
    }
    keys.add(key);
  });
}

const toRow = ({ skill_id, min_score, level, validity_months }: TrainingSkill): TrainingSkillRow => ({
  skill_id,
  min_score,
  level,
  validity_months,
});
