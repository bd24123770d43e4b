import { Injectable } from '@nestjs/common';
import type { AssignmentSourceName } from '../../contract/training-assignments.resource';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { idFromBytes } from '../../common/ids';
import { DepartmentsService } from '../staff/departments.service';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import { toInstant, type Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentRuleTraining } from './assignment-rule-training.entity';
import { AssignmentRule } from './assignment-rule.entity';
import type { LatestAssignment } from './rule-plan';
import { RuleSet, isInForce, type Rule } from './rule-set';
import { TrainingsService } from './trainings.service';

/** Reads rules in force and the assignments they concern. */
@Injectable()
export class AssignmentRuleQuery {
  constructor(
    @InjectTenantRepository(AssignmentRule) private readonly rules: TenantRepository<AssignmentRule>,
    @InjectTenantRepository(AssignmentRuleTraining) private readonly rows: TenantRepository<AssignmentRuleTraining>,
    private readonly departments: DepartmentsService,
    private readonly trainings: TrainingsService,
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  async hasRulesInForce(tenant: Tenant): Promise<boolean> {
    return (await this.rules.findOne(tenant, { status: 'active', active: true })) !== null;
  }

  async isAssignedByRule(tenant: Tenant, training_id: string): Promise<boolean> {
    const rows = await this.rows.find(tenant, { training_id });
    const rule_id = rows.map((row) => row.rule_id);
    return rows.length > 0 && (await this.rules.findOne(tenant, { rule_id, status: 'active', active: true })) !== null;
  }

  async loadRuleSet(tenant: Tenant): Promise<RuleSet> {
    const rules = (await this.rules.find(tenant, { status: 'active' })).filter(isInForce);
    const trainings = await this.trainingsOf(
      tenant,
      rules.map((rule) => rule.rule_id),
    );
    const rulesWithTrainings = rules.map((rule): Rule => ({ ...rule, training_id: trainings.get(rule.rule_id) ?? [] }));
    const trainingIds = [...new Set([...trainings.values()].flat())];
    const published = trainingIds.length ? await this.trainings.filterPublished(tenant, trainingIds) : [];
    const departments = rulesWithTrainings.some(({ department_id }) => department_id)
      ? await this.departments.listTree(tenant)
      : [];
    return new RuleSet(rulesWithTrainings, departments, published, dayAt(this.clock.now(), tenant.time_zone));
  }

  /** Training ids by rule. */
  async trainingsOf(tenant: Tenant, rule_id: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
    const rows = rule_id.length ? await this.rows.find(tenant, { rule_id: [...rule_id] }) : [];
    const byRule = new Map<string, string[]>();
    for (const row of rows) byRule.set(row.rule_id, [...(byRule.get(row.rule_id) ?? []), row.training_id]);
    return byRule;
  }

  /** The newest cycle of pairs that a rule wants or is a source of. */
  async findLatestAssignments(
    tenant: Tenant,
    staff_id: readonly string[],
    training_id: readonly string[],
  ): Promise<LatestAssignment[]> {
    const rows = await this.queries.rows<AssignmentRow>(tenant, LATEST_ASSIGNMENTS_SQL, { staff_id, training_id });
    const byId = new Map<string, LatestAssignment & { sources: LatestAssignment['sources'][number][] }>();
    for (const row of rows) {
      const assignment_id = idFromBytes(row.assignment_id);
      const assignment = byId.get(assignment_id) ?? {
        assignment_id,
        staff_id: idFromBytes(row.staff_id),
        training_id: idFromBytes(row.training_id),
        cycle: Number(row.cycle),
        state: row.state,
        started_at: toInstant(row.started_at),
        row_version: Number(row.row_version),
        hasValidCompletion: Number(row.holds) === 1,
        sources: [],
      };
      byId.set(assignment_id, assignment);
      if (row.source === null) continue;
      assignment.sources.push({
        source: row.source,
        rule_id: idFromBytes(row.rule_id!),
        refused: row.refused_at !== null,
      });
    }
    return [...byId.values()];
  }
}

interface AssignmentRow {
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  cycle: number | string;
  state: string;
  started_at: number | string | null;
  row_version: number | string;
  holds: number | string;
  source: AssignmentSourceName | null;
  rule_id: Uint8Array | null;
  refused_at: number | string | null;
}

const LATEST_ASSIGNMENTS_SQL = `SELECT a.assignment_id, a.staff_id, a.training_id, a.cycle, a.state, a.started_at, a.row_version,
    CASE WHEN a.state = 'removed' AND EXISTS (SELECT 1 FROM training_assignment c WHERE c.customer_id = :customer_id
      AND c.staff_id = a.staff_id AND c.training_id = a.training_id AND c.cycle < a.cycle AND c.state = 'completed')
      THEN 1 ELSE 0 END AS holds,
    r.source, r.rule_id, r.refused_at
  FROM training_assignment a
  LEFT JOIN assignment_source r ON r.customer_id = :customer_id AND r.assignment_id = a.assignment_id
  WHERE a.customer_id = :customer_id AND a.staff_id IN (:staff_id)
    AND (a.training_id IN (:training_id) OR EXISTS (SELECT 1 FROM assignment_source e
      WHERE e.customer_id = :customer_id AND e.assignment_id = a.assignment_id AND e.source = 'rule'))
    AND NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id
      AND b.staff_id = a.staff_id AND b.training_id = a.training_id AND b.cycle > a.cycle)`;
