import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../../common/ids';
import { DepartmentsService } from '../staff/departments.service';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { RuleSet, isInForce, type PersonPlacement, type Rule } from './rule-set';

type RuleScope = Pick<Rule, 'rule_id' | 'department_id' | 'job_role_id' | 'active' | 'status'>;
interface PlacementCount {
  department_id: Uint8Array | null;
  job_role_id: Uint8Array | null;
  n: number | string;
}

/** Number of staff per department and job role. */
const PLACEMENTS_SQL = `SELECT s.department_id, s.job_role_id, COUNT(*) AS n FROM staff s
  WHERE s.customer_id = :customer_id AND s.status IN ('invited', 'active', 'suspended')
  GROUP BY s.department_id, s.job_role_id`;

/** Counts the staff a rule applies to, in two statements for any number of people. */
@Injectable()
export class RulePeopleQuery {
  constructor(
    private readonly queries: TenantQueries,
    private readonly departments: DepartmentsService,
  ) {}

  async count(tenant: Tenant, rule: RuleScope): Promise<number> {
    if (!isInForce(rule)) return 0;
    const placements = await this.queries.rows<PlacementCount>(tenant, PLACEMENTS_SQL);
    const set = new RuleSet([], await this.departments.listTree(tenant), [], '');
    return placements.reduce((sum, { department_id, job_role_id, n }) => {
      const placement: PersonPlacement = {
        staff_id: '',
        status: 'active',
        department_id: department_id && idFromBytes(department_id),
        job_role_id: job_role_id && idFromBytes(job_role_id),
      };
      return set.appliesTo(rule, placement) ? sum + Number(n) : sum;
    }, 0);
  }
}
