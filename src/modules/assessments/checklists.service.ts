import { Injectable } from '@nestjs/common';
import type { ChecklistResponse } from '../../contract/practical.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import {
  isUniqueViolation,
  StaleReadError,
  TransactionManager,
} from '../../infrastructure/database/transaction-manager';
import { SkillsService } from '../skills/skills.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TooManyNeededCriteriaError } from './assessment.errors';
import { SkillChecklist } from './skill-checklist.entity';

type Checklist = Pick<ChecklistResponse, 'needed' | 'criteria'>;
export type ChecklistChange = Checklist & { row_version?: number | undefined };

/** Checklists for practical assessments: one per skill level. */
@Injectable()
export class ChecklistsService {
  constructor(
    @InjectTenantRepository(SkillChecklist) private readonly checklists: TenantRepository<SkillChecklist>,
    private readonly skills: SkillsService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /** Lowest level first. @throws NotFoundError */
  async list(tenant: Tenant, skill_id: string): Promise<ChecklistResponse[]> {
    await this.skills.record(tenant, skill_id);
    return (await this.checklists.find(tenant, { skill_id }, { order: [['level', 'asc']] })).map(toAnswer);
  }

  findOne(tenant: Tenant, skill_id: string, level: number): Promise<SkillChecklist | null> {
    return this.checklists.findOne(tenant, { skill_id, level });
  }

  /** Replaces the checklist; assessments already started keep theirs. @throws NotFoundError, StaleRecordError, InvalidFieldsError */
  async put(tenant: Tenant, skill_id: string, level: number, change: ChecklistChange): Promise<ChecklistResponse[]> {
    const { row_version, needed } = change;
    const criteria = change.criteria.map(({ text, critical }) => ({ text: text.trim(), critical }));
    if (needed > criteria.length) throw new TooManyNeededCriteriaError(criteria.length);
    await this.transactions.run(async () => {
      await this.skills.record(tenant, skill_id);
      const before = await this.findOne(tenant, skill_id, level);
      if (before && isSame(before, { needed, criteria })) return;
      if (before) await this.checklists.updateVersioned(tenant, { skill_id, level }, { needed, criteria }, row_version);
      else await this.checklists.insert(tenant, { skill_id, level, needed, criteria }).catch(retryOnDuplicate);
      await this.recordAudit(tenant, skill_id, before && { level, ...pickChecklist(before) }, {
        level,
        needed,
        criteria,
      });
    });
    return this.list(tenant, skill_id);
  }

  /** Idempotent. @throws NotFoundError */
  async remove(tenant: Tenant, skill_id: string, level: number): Promise<ChecklistResponse[]> {
    await this.transactions.run(async () => {
      await this.skills.record(tenant, skill_id);
      const before = await this.findOne(tenant, skill_id, level);
      if (!before || !(await this.checklists.remove(tenant, { skill_id, level }))) return;
      await this.recordAudit(tenant, skill_id, { level, ...pickChecklist(before) }, null);
    });
    return this.list(tenant, skill_id);
  }

  private recordAudit(tenant: Tenant, skill_id: string, before: object | null, after: object | null): Promise<void> {
    return this.audit.record(buildAuditEntry(tenant, 'skill.checklist', skill_id, before, after));
  }
}

/** Two concurrent first writes: the second retries and finds the checklist of the first. */
function retryOnDuplicate(error: unknown): never {
  throw isUniqueViolation(error) ? new StaleReadError('This checklist has been created concurrently') : error;
}

const pickChecklist = ({ needed, criteria }: Checklist): Checklist => ({ needed, criteria });
const isSame = (one: Checklist, other: Checklist): boolean =>
  JSON.stringify(pickChecklist(one)) === JSON.stringify(pickChecklist(other));

const toAnswer = ({ skill_id, level, needed, criteria, row_version }: SkillChecklist): ChecklistResponse => ({
  skill_id,
  level,
  needed,
  criteria,
  row_version,
});
