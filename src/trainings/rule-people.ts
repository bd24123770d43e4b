import { Injectable } from '@nestjs/common';
import { idFromBytes } from '../platform/ids';
import { DepartmentsService } from '../staff/departments.service';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { RuleSet, isInForce, type Placed, type Rule } from './rule-set';

type Asked = Pick<Rule, 'rule_id' | 'department_id' | 'job_role_id' | 'active' | 'status'>;
interface Place {
  department_id: Uint8Array | null;
  job_role_id: Uint8Array | null;
  n: number | string;
}

/** How many people there are in each place. */
const PLACES = `SELECT s.department_id, s.job_role_id, COUNT(*) AS n FROM staff s
  WHERE s.customer_id = :customer_id AND s.status IN ('invited', 'active', 'suspended')
  GROUP BY s.department_id, s.job_role_id`;

/** How many people a rule reaches: counted by place, in two statements for any number of people. */
@Injectable()
export class RulePeople {
  constructor(
    private readonly queries: TenantQueries,
    private readonly departments: DepartmentsService,
  ) {}

  async of(tenant: Tenant, rule: Asked): Promise<number> {
    if (!isInForce(rule)) return 0;
    const places = await this.queries.rows<Place>(tenant, PLACES);
    const set = new RuleSet([], await this.departments.branches(tenant), [], '');
    return places.reduce((sum, { department_id, job_role_id, n }) => {
      const place: Placed = {
        ...{ staff_id: '', status: 'active' },
        department_id: department_id && idFromBytes(department_id),
        job_role_id: job_role_id && idFromBytes(job_role_id),
      };
      return set.holds(rule, place) ? sum + Number(n) : sum;
    }, 0);
  }
}
