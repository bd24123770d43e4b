import { Injectable } from '@nestjs/common';
import type { AppError } from '../platform/errors/app-error';
import { UnknownReference } from '../platform/errors/record-errors';
import { idFromBytes } from '../platform/ids';
import { StaffUnknown } from '../staff/staff.errors';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { SkillUnknown } from './skill.errors';

interface Named {
  staff_id?: string | null;
  job_role_id?: string | null;
  skill_id?: string;
}

const KNOWN = [
  "SELECT 'staff' AS part, s.staff_id AS id FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id)",
  "SELECT 'role', j.job_role_id FROM job_role j WHERE j.customer_id = :customer_id AND j.job_role_id IN (:job_role_id)",
  "SELECT 'skill', k.skill_id FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id IN (:skill_id)",
].join(' UNION ALL ');

/** After a foreign key has refused: which of the ids name nothing here. */
@Injectable()
export class KnownPairs {
  constructor(private readonly queries: TenantQueries) {}

  /** Staff first, then job roles, then skills; null: all of them are there by now. */
  async unknownAmong(tenant: Tenant, named: readonly Named[]): Promise<AppError | null> {
    const staff = idsOf(named, 'staff_id');
    const roles = idsOf(named, 'job_role_id');
    const skills = idsOf(named, 'skill_id');
    const rows = await this.queries.rows<{ id: Uint8Array }>(tenant, KNOWN, {
      staff_id: staff,
      job_role_id: roles,
      skill_id: skills,
    });
    const known = new Set(rows.map((row) => idFromBytes(row.id)));
    const missing = (ids: readonly string[]) => ids.filter((id) => !known.has(id));
    if (missing(staff).length) return new StaffUnknown(missing(staff));
    if (missing(roles).length) return new UnknownReference('job_role_id');
    return missing(skills).length ? new SkillUnknown(missing(skills)) : null;
  }
}

const idsOf = (named: readonly Named[], field: keyof Named): string[] => [
  ...new Set(named.map((each) => each[field]).filter((id) => typeof id === 'string')),
];
