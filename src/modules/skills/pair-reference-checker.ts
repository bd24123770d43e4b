import { Injectable } from '@nestjs/common';
import type { AppError } from '../../common/errors/app-error';
import { UnknownReferenceError } from '../../common/errors/record.errors';
import { idFromBytes } from '../../common/ids';
import { UnknownStaffError } from '../staff/staff.errors';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { UnknownSkillError } from './skill.errors';

interface PairReference {
  staff_id?: string | null;
  job_role_id?: string | null;
  skill_id?: string;
}

const EXISTING_IDS_SQL = [
  "SELECT 'staff' AS part, s.staff_id AS id FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id)",
  "SELECT 'role', j.job_role_id FROM job_role j WHERE j.customer_id = :customer_id AND j.job_role_id IN (:job_role_id)",
  "SELECT 'skill', k.skill_id FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id IN (:skill_id)",
].join(' UNION ALL ');

/** Finds out which reference a violated foreign key was about. */
@Injectable()
export class PairReferenceChecker {
  constructor(private readonly queries: TenantQueries) {}

  /** Checks staff, then job roles, then skills. @returns null if all of them exist */
  async findUnknownReference(tenant: Tenant, references: readonly PairReference[]): Promise<AppError | null> {
    const staffIds = idsOf(references, 'staff_id');
    const roleIds = idsOf(references, 'job_role_id');
    const skillIds = idsOf(references, 'skill_id');
    const rows = await this.queries.rows<{ id: Uint8Array }>(tenant, EXISTING_IDS_SQL, {
      staff_id: staffIds,
      job_role_id: roleIds,
      skill_id: skillIds,
    });
    const existingIds = new Set(rows.map((row) => idFromBytes(row.id)));
    const missingIds = (ids: readonly string[]) => ids.filter((id) => !existingIds.has(id));
    if (missingIds(staffIds).length) return new UnknownStaffError(missingIds(staffIds));
    if (missingIds(roleIds).length) return new UnknownReferenceError('job_role_id');
    return missingIds(skillIds).length ? new UnknownSkillError(missingIds(skillIds)) : null;
  }
}

const idsOf = (references: readonly PairReference[], field: keyof PairReference): string[] => [
  ...new Set(references.map((each) => each[field]).filter((id) => typeof id === 'string')),
];
