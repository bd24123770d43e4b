import { Injectable } from '@nestjs/common';
import { PastEmployment } from '../staff/past-employment.entity';
import { Staff } from '../staff/staff.entity';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { EvidenceRecord } from './evidence.entity';
import { Ledgers } from './ledgers';
import { RevocationRecord } from './revocation.entity';
import { SkillLevelSpan } from './skill-level-span.entity';
import { Skill } from './skill.entity';

/** Reads ledgers. Who rewrites them afterwards locks them first (LedgerLocks): these are several statements. */
@Injectable()
export class LedgerQuery {
  constructor(
    @Records(Staff) private readonly staff: TenantRepository<Staff>,
    @Records(PastEmployment) private readonly employments: TenantRepository<PastEmployment>,
    @Records(Skill) private readonly skills: TenantRepository<Skill>,
    @Records(EvidenceRecord) private readonly evidence: TenantRepository<EvidenceRecord>,
    @Records(RevocationRecord) private readonly revocations: TenantRepository<RevocationRecord>,
    @Records(SkillLevelSpan) private readonly spans: TenantRepository<SkillLevelSpan>,
  ) {}

  /** Ledgers of these staff in all skills. */
  ofStaff(tenant: Tenant, staff_id: readonly string[]): Promise<Ledgers> {
    return this.read(tenant, staff_id, {});
  }

  /** Ledgers of these staff in these skills. */
  ofSkills(tenant: Tenant, staff_id: readonly string[], skill_id: readonly string[]): Promise<Ledgers> {
    return this.read(tenant, staff_id, { skill_id: [...skill_id] });
  }

  private async read(tenant: Tenant, staff_ids: readonly string[], skill: { skill_id?: string[] }): Promise<Ledgers> {
    const staff_id = [...staff_ids];
    return new Ledgers({
      staff: await this.staff.find(tenant, { staff_id }),
      employments: await this.employments.find(tenant, { staff_id }),
      skills: await this.skills.find(tenant, skill),
      evidence: await this.evidence.find(tenant, { staff_id, ...skill }),
      revocations: await this.revocations.find(tenant, { staff_id, ...skill }),
      spans: await this.spans.find(tenant, { staff_id, ...skill }),
    });
  }
}
