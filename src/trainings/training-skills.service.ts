import { Injectable } from '@nestjs/common';
import type { TrainingSkillRow } from '../contract/trainings.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Transactions } from '../platform/database/transactions';
import { InvalidFields } from '../platform/errors/app-error';
import { Stale } from '../platform/errors/record-errors';
import { SkillsService } from '../skills/skills.service';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { PublishChecklist } from './publish-checklist';
import { TrainingSkill } from './training-skill.entity';
import { Training } from './training.entity';
import { TrainingsService } from './trainings.service';
import { fieldError } from '../platform/errors/field-error';

/** As it is sent: without `validity_months` the training's own applies, else the skill's. */
export type GivenSkill = Omit<TrainingSkillRow, 'validity_months'> & { validity_months?: number | null };

/** Which level of which skill a training gives. A change never rewrites evidence: levels are copied (reports.md §2). */
@Injectable()
export class TrainingSkillsService {
  constructor(
    @Records(TrainingSkill) private readonly rows: TenantRepository<TrainingSkill>,
    @Records(Training) private readonly records: TenantRepository<Training>,
    private readonly trainings: TrainingsService,
    private readonly skills: SkillsService,
    private readonly checklist: PublishChecklist,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** For whoever may see the training. @throws NotFound */
  async list(tenant: Tenant, training_id: string): Promise<{ rows: TrainingSkillRow[]; content_revision: number }> {
    const { content_revision } = await this.trainings.one(tenant, training_id);
    return { rows: await this.of(tenant, training_id), content_revision };
  }

  async of(tenant: Tenant, training_id: string): Promise<TrainingSkillRow[]> {
    const found = await this.rows.find(
      tenant,
      { training_id },
      {
        order: [
          ['skill_id', 'asc'],
          ['min_score', 'asc'],
        ],
      },
    );
    return found.map(plain);
  }

  /**
   * The whole list at once: what is left out is gone. `revision`: the one that was read, so that a list which somebody
   * else saved meanwhile is not replaced unseen. @throws NotFound, Stale, SkillUnknown, InvalidFields, ChecklistOpen
   */
  async replace(
    tenant: Tenant,
    training_id: string,
    given: readonly GivenSkill[],
    revision?: number,
  ): Promise<{ rows: TrainingSkillRow[]; content_revision: number }> {
    refuseRepeated(given);
    return this.transactions.run(async () => {
      // The training's row is the lock of its list: two lists at once follow each other. Its version stays, so that a form
      // that is open beside the list can still be saved.
      const read = { training_id, ...(revision !== undefined && { content_revision: revision }) };
      const isLocked = await this.records.add(tenant, read, 'content_revision', 1);
      const training = await this.trainings.record(tenant, training_id);
      if (!isLocked) throw new Stale(training.content_revision);
      const was = await this.of(tenant, training_id);
      const kept = new Set(was.map((row) => row.skill_id));
      // An archived skill may stay where it was, but not come anew.
      const fresh = given.map((row) => row.skill_id).filter((id) => !kept.has(id));
      const skills = await this.skills.activeAmong(tenant, fresh);
      const validity = new Map(skills.map((skill) => [skill.skill_id, skill.validity_months]));
      const before = new Map(was.map((row) => [row.skill_id, row.validity_months]));
      const became = given.map((row) => ({
        ...row,
        training_id,
        validity_months:
          row.validity_months === undefined
            ? (training.validity_months ?? validity.get(row.skill_id) ?? before.get(row.skill_id) ?? null)
            : row.validity_months,
      }));
      await this.rows.remove(tenant, { training_id });
      if (became.length) await this.rows.insert(tenant, became);
      if (training.status === 'published') await this.checklist.demand(tenant, training, ['draws']);
      await this.audit.record(auditEntry(tenant, 'training.skills', training_id, { rows: was }, { rows: became }));
      return { rows: await this.of(tenant, training_id), content_revision: training.content_revision };
    });
  }
}

function refuseRepeated(given: readonly GivenSkill[]): void {
  const seen = new Set<string>();
  given.forEach((row, at) => {
    const key = `${row.skill_id} ${row.min_score}`;
    if (seen.has(key)) {
      throw new InvalidFields({
        [`rows.${at}.min_score`]: [fieldError('score_twice', 'This skill already has a level for this score.')],
      });
    }
    seen.add(key);
  });
}

const plain = ({ skill_id, min_score, level, validity_months }: TrainingSkill): TrainingSkillRow => ({
  skill_id,
  min_score,
  level,
  validity_months,
});
