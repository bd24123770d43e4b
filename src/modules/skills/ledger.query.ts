import { Injectable } from '@nestjs/common';
import { PastEmployment } from '../staff/past-employment.entity';
import { Staff } from '../staff/staff.entity';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { EvidenceRecord } from './evidence.entity';
import { LedgerCollection } from './ledger-collection';
import { RevocationRecord } from './revocation.entity';
import { SkillLevelSpan } from './skill-level-span.entity';
import { Skill } from './skill.entity';

/** Reads ledgers in several statements. A caller that rewrites spans takes LedgerLocks first. */
@Injectable()
export class LedgerQuery {
  constructor(
    @InjectTenantRepository(Staff) private readonly staff: TenantRepository<Staff>,
    @InjectTenantRepository(PastEmployment) private readonly employments: TenantRepository<PastEmployment>,
    @InjectTenantRepository(Skill) private readonly skills: TenantRepository<Skill>,
    @InjectTenantRepository(EvidenceRecord) private readonly evidence: TenantRepository<EvidenceRecord>,
    @InjectTenantRepository(RevocationRecord) private readonly revocations: TenantRepository<RevocationRecord>,
    @InjectTenantRepository(SkillLevelSpan) private readonly spans: TenantRepository<SkillLevelSpan>,
  ) {}

  loadForStaff(tenant: Tenant, staff_id: readonly string[]): Promise<LedgerCollection> {
    return this.load(tenant, staff_id, {});
  }

  loadForSkills(tenant: Tenant, staff_id: readonly string[], skill_id: readonly string[]): Promise<LedgerCollection> {
    return this.load(tenant, staff_id, { skill_id: [...skill_id] });
  }

  private async load(
    tenant: Tenant,
    staff_ids: readonly string[],
    skill: { skill_id?: string[] },
  ): Promise<LedgerCollection> {
    const staff_id = [...staff_ids];
    return new LedgerCollection({
      staff: await this.staff.find(tenant, { staff_id }),
      employments: await this.employments.find(tenant, { staff_id }),
      skills: await this.skills.find(tenant, skill),
      evidence: await this.evidence.find(tenant, { staff_id, ...skill }),
      revocations: await this.revocations.find(tenant, { staff_id, ...skill }),
      spans: await this.spans.find(tenant, { staff_id, ...skill }),
    });
  }
}
