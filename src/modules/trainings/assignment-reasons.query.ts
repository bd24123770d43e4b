import { Injectable } from '@nestjs/common';
import type { AssignmentReason, AssignmentSourceName } from '../../contract/training-assignments.resource';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';

const REASONS = `SELECT r.assignment_id, r.source, r.rule_id, u.name FROM assignment_source r
  LEFT JOIN assignment_rule u ON u.customer_id = :customer_id AND u.rule_id = r.rule_id
  WHERE r.customer_id = :customer_id AND r.assignment_id IN (:assignment_id) AND r.refused_at IS NULL
  ORDER BY r.created_at, r.rule_id`;

interface ReasonRow {
  assignment_id: Uint8Array;
  source: AssignmentSourceName;
  rule_id: Uint8Array;
  name: string | null;
}

/** Sources of assignments with the names of rules. */
@Injectable()
export class AssignmentReasonsQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** In the order of creation. Only admins see which rule it was. */
  async findByAssignment(
    tenant: Tenant,
    assignment_id: readonly string[],
  ): Promise<ReadonlyMap<string, AssignmentReason[]>> {
    const byAssignment = new Map<string, AssignmentReason[]>();
    if (!assignment_id.length) return byAssignment;
    for (const row of await this.queries.rows<ReasonRow>(tenant, REASONS, { assignment_id })) {
      const id = idFromBytes(row.assignment_id);
      const { source } = row;
      const isRuleVisible = source === 'rule' && tenant.scope.kind === 'all';
      const [rule_id, rule] = isRuleVisible ? [idFromBytes(row.rule_id), row.name] : [null, null];
      byAssignment.set(id, [...(byAssignment.get(id) ?? []), { source, rule_id, rule }]);
    }
    return byAssignment;
  }
}
