import { Injectable } from '@nestjs/common';
import type { AssignmentReason, AssignmentSourceName } from '../contract/training-assignments.resource';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';

const REASONS = `SELECT r.assignment_id, r.source, r.rule_id, u.name FROM assignment_source r
  LEFT JOIN assignment_rule u ON u.customer_id = :customer_id AND u.rule_id = r.rule_id
  WHERE r.customer_id = :customer_id AND r.assignment_id IN (:assignment_id) AND r.refused_at IS NULL
  ORDER BY r.created_at, r.rule_id`;

interface Told {
  assignment_id: Uint8Array;
  source: AssignmentSourceName;
  rule_id: Uint8Array;
  name: string | null;
}

/** Why assignments exist, as people read it: with the names of rules, in one statement. */
@Injectable()
export class AssignmentReasons {
  constructor(private readonly queries: TenantQueries) {}

  /** By assignment, the first reason first; which rule it was is the admins' to know. */
  async of(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlyMap<string, AssignmentReason[]>> {
    const byAssignment = new Map<string, AssignmentReason[]>();
    if (!assignment_id.length) return byAssignment;
    for (const row of await this.queries.rows<Told>(tenant, REASONS, { assignment_id })) {
      const id = idFromBytes(row.assignment_id);
      const { source } = row;
      const isTold = source === 'rule' && tenant.scope.kind === 'all';
      const [rule_id, rule] = isTold ? [idFromBytes(row.rule_id), row.name] : [null, null];
      byAssignment.set(id, [...(byAssignment.get(id) ?? []), { source, rule_id, rule }]);
    }
    return byAssignment;
  }
}
