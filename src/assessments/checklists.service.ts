import { Injectable } from '@nestjs/common';
import type { ChecklistAnswer } from '../contract/practical-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { isDuplicate, LookedTooEarly, Transactions } from '../platform/database/transactions';
import { SkillsService } from '../skills/skills.service';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { NeedsMoreThanThereAre } from './assessment.errors';
import { SkillChecklist } from './skill-checklist.entity';

type Checklist = Pick<ChecklistAnswer, 'needed' | 'criteria'>;
export type ChecklistChange = Checklist & { row_version?: number | undefined };

/** What is looked for when a level of a skill is shown at work: one checklist a level. */
@Injectable()
export class Checklists {
  constructor(
    @Records(SkillChecklist) private readonly checklists: TenantRepository<SkillChecklist>,
    private readonly skills: SkillsService,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /** The lowest level first. @throws NotFound */
  async list(tenant: Tenant, skill_id: string): Promise<ChecklistAnswer[]> {
    await this.skills.record(tenant, skill_id);
    return (await this.checklists.find(tenant, { skill_id }, { order: [['level', 'asc']] })).map(told);
  }

  /** null: none. */
  of(tenant: Tenant, skill_id: string, level: number): Promise<SkillChecklist | null> {
    return this.checklists.one(tenant, { skill_id, level });
  }

  /** Takes the place of the one before; assessments that were begun keep theirs. @throws NotFound, Stale, InvalidFields */
  async put(tenant: Tenant, skill_id: string, level: number, change: ChecklistChange): Promise<ChecklistAnswer[]> {
    const { row_version, needed } = change;
    const criteria = change.criteria.map(({ text, critical }) => ({ text: text.trim(), critical }));
    if (needed > criteria.length) throw new NeedsMoreThanThereAre(criteria.length);
    await this.transactions.run(async () => {
      await this.skills.record(tenant, skill_id);
      const was = await this.of(tenant, skill_id, level);
      if (was && isSame(was, { needed, criteria })) return;
      if (was) await this.checklists.change(tenant, { skill_id, level }, { needed, criteria }, row_version);
      else await this.checklists.insert(tenant, { skill_id, level, needed, criteria }).catch(tooEarly);
      await this.tell(tenant, skill_id, was && { level, ...checklistOf(was) }, { level, needed, criteria });
    });
    return this.list(tenant, skill_id);
  }

  /** What is gone already is fine. @throws NotFound */
  async remove(tenant: Tenant, skill_id: string, level: number): Promise<ChecklistAnswer[]> {
    await this.transactions.run(async () => {
      await this.skills.record(tenant, skill_id);
      const was = await this.of(tenant, skill_id, level);
      if (!was || !(await this.checklists.remove(tenant, { skill_id, level }))) return;
      await this.tell(tenant, skill_id, { level, ...checklistOf(was) }, null);
    });
    return this.list(tenant, skill_id);
  }

  private tell(tenant: Tenant, skill_id: string, was: object | null, became: object | null): Promise<void> {
    return this.audit.record(auditEntry(tenant, 'skill.checklist', skill_id, was, became));
  }
}

/** Of two that write the first one, the second begins again and finds it. */
function tooEarly(error: unknown): never {
  throw isDuplicate(error) ? new LookedTooEarly('Somebody else has just written this checklist') : error;
}

const checklistOf = ({ needed, criteria }: Checklist): Checklist => ({ needed, criteria });
const isSame = (one: Checklist, other: Checklist): boolean =>
  JSON.stringify(checklistOf(one)) === JSON.stringify(checklistOf(other));

const told = ({ skill_id, level, needed, criteria, row_version }: SkillChecklist): ChecklistAnswer => ({
  ...{ skill_id, level, needed, criteria, row_version },
});
