import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import { RULE_OUTCOMES, type RuleOutcome, type RulePreviewResponse } from '../../contract/rule.responses';
import { idFromBytes, isId, newId } from '../../common/ids';
import { DepartmentsService } from '../staff/departments.service';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { NotFoundError } from '../../common/errors/app-error';
import { AssignmentRule } from './assignment-rule.entity';
import type { RuleDraft, RulePreviewQuery } from './assignment-rules.dto';
import { AssignmentRuleQuery } from './assignment-rule.query';
import { withDescendants, isInForce } from './rule-set';
import { TrainingsService } from './trainings.service';
import { UnknownReferenceError } from '../../common/errors/record.errors';

const PAGE_SIZE = 20;
const PAGE_SIZE_MAX = 200;
/** Outcomes listed by default. */
const DEFAULT_OUTCOMES = RULE_OUTCOMES.filter((outcome) => outcome !== 'already' && outcome !== 'completed');

/** Previews a rule in a constant number of statements. */
@Injectable()
export class RulePreviewService {
  constructor(
    @InjectResourceContext(AssignmentRule) private readonly parts: ResourceContext<AssignmentRule>,
    private readonly ruleQuery: AssignmentRuleQuery,
    private readonly departments: DepartmentsService,
    private readonly trainings: TrainingsService,
    private readonly queries: TenantQueries,
  ) {}

  /** @throws NotFoundError */
  async preview(tenant: Tenant, draft: RuleDraft, query: RulePreviewQuery): Promise<RulePreviewResponse> {
    const { rule_id, ...input } = draft as RuleDraft & Partial<AssignmentRule>;
    const stored = isId(rule_id) ? await this.parts.records.findOne(tenant, { rule_id }) : null;
    if (rule_id && !stored) throw new NotFoundError('assignment rule');
    const rule = { ...NEW_RULE, ...stored, ...input };
    const storedTrainings = rule_id ? ((await this.ruleQuery.trainingsOf(tenant, [rule_id])).get(rule_id) ?? []) : [];
    const training_id = draft.training_id ?? storedTrainings;
    await this.refuseUnknown(
      tenant,
      input,
      training_id.filter((id) => !storedTrainings.includes(id)),
    );
    const { department_id, job_role_id } = rule;
    const parameters = {
      // A new rule is not yet a source.
      rule_id: rule_id ?? newId(this.parts.clock.now()),
      training_id: [...new Set(training_id)],
      in_force: isInForce(rule) ? 1 : 0,
      any_department: department_id ? 0 : 1,
      department_id: department_id ? withDescendants(department_id, await this.departments.listTree(tenant)) : [],
      any_role: job_role_id ? 0 : 1,
      job_role_id: job_role_id ?? '',
    };
    const [people] = await this.queries.rows<{ n: number | string }>(tenant, PEOPLE_SQL, parameters);
    const countRows = await this.queries.rows<{ outcome: RuleOutcome; n: number | string }>(
      tenant,
      COUNTS_SQL,
      parameters,
    );
    const counts = Object.fromEntries(RULE_OUTCOMES.map((outcome) => [outcome, 0])) as RulePreviewResponse['counts'];
    for (const { outcome, n } of countRows) counts[outcome] = Number(n);
    const outcomes = query.outcome ? [query.outcome] : DEFAULT_OUTCOMES;
    const start = Number(query._start ?? 0);
    const limit = Math.min(PAGE_SIZE_MAX, Math.max(1, Number(query._end ?? start + PAGE_SIZE) - start));
    const rows = await this.queries.rows<Pair>(tenant, PAIRS_SQL, { ...parameters, shown: outcomes, start, limit });
    return {
      people: Number(people?.n ?? 0),
      counts,
      total: outcomes.reduce((sum, outcome) => sum + counts[outcome], 0),
      rows: rows.map(({ staff_id, training_id: id, first_name, last_name, staff_code, training, outcome }) => ({
        staff_id: idFromBytes(staff_id),
        staff_code,
        person: fullName(first_name, last_name),
        training_id: idFromBytes(id),
        training,
        outcome,
      })),
    };
  }

  /** Rejects what saving would reject. @throws UnknownReferenceError, UnknownTrainingError */
  private async refuseUnknown(tenant: Tenant, input: Partial<AssignmentRule>, added: readonly string[]): Promise<void> {
    const { department_id, job_role_id } = input;
    const branches = department_id ? await this.departments.listTree(tenant) : [];
    if (department_id && !branches.some((each) => each.department_id === department_id))
      throw new UnknownReferenceError('department_id');
    if (job_role_id && !(await this.queries.rows(tenant, ROLE_SQL, { job_role_id })).length)
      throw new UnknownReferenceError('job_role_id');
    if (added.length) await this.trainings.requirePublished(tenant, added);
  }
}

const NEW_RULE = { department_id: null, job_role_id: null, active: true, status: 'active' };

interface Pair {
  staff_id: Uint8Array;
  staff_code: string;
  first_name: string;
  last_name: string;
  training_id: Uint8Array;
  training: string;
  outcome: RuleOutcome;
}

const ROLE_SQL =
  'SELECT j.job_role_id FROM job_role j WHERE j.customer_id = :customer_id AND j.job_role_id = :job_role_id';

/** The rule applies to `staff s`. */
const PERSON_IN_RULE = `(:in_force = 1 AND s.status IN ('invited', 'active', 'suspended')
    AND (:any_department = 1 OR s.department_id IN (:department_id))
    AND (:any_role = 1 OR s.job_role_id = :job_role_id))`;

const PEOPLE_SQL = `SELECT COUNT(*) AS n FROM staff s WHERE s.customer_id = :customer_id AND ${PERSON_IN_RULE}`;

/** `training_assignment a` is the newest cycle of its pair. */
const NEWEST = `NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id
    AND b.staff_id = a.staff_id AND b.training_id = a.training_id AND b.cycle > a.cycle)`;

const PAIR_COLUMNS = `s.staff_id, s.staff_code, s.first_name, s.last_name, s.last_name_sort, s.first_name_sort,
    t.training_id, t.title AS training, t.title_sort`;

/** All pairs that the rule wants, and assignments that only this rule still holds. */
const OUTCOMES = `SELECT ${PAIR_COLUMNS}, CASE
      WHEN a.state = 'completed' THEN 'completed'
      WHEN a.state = 'waived' THEN 'waived'
      WHEN a.state NOT IN ('removed', 'expiring', 'expired') THEN 'already'
      WHEN (r.refused_at IS NOT NULL OR (a.state = 'removed' AND r.rule_id IS NOT NULL)) THEN 'removed_by_hand'
      WHEN a.state = 'removed' AND EXISTS (SELECT 1 FROM training_assignment c WHERE c.customer_id = :customer_id
        AND c.staff_id = a.staff_id AND c.training_id = a.training_id AND c.cycle < a.cycle
        AND c.state = 'completed') THEN 'completed'
      WHEN t.status <> 'published' THEN 'not_published'
      WHEN s.status = 'suspended' THEN 'suspended'
      WHEN a.state = 'removed' THEN 'returns'
      ELSE 'new' END AS outcome
  FROM staff s JOIN training t ON t.customer_id = :customer_id AND t.training_id IN (:training_id)
  LEFT JOIN training_assignment a ON a.customer_id = :customer_id AND a.staff_id = s.staff_id
    AND a.training_id = t.training_id AND ${NEWEST}
  LEFT JOIN assignment_source r ON r.customer_id = :customer_id AND r.assignment_id = a.assignment_id
    AND r.source = 'rule' AND r.rule_id = :rule_id
  WHERE s.customer_id = :customer_id AND ${PERSON_IN_RULE}
  UNION ALL
  SELECT ${PAIR_COLUMNS}, 'goes' AS outcome
  FROM assignment_source r
  JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = r.assignment_id
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
  WHERE r.customer_id = :customer_id AND r.rule_id = :rule_id AND r.refused_at IS NULL
    AND a.state IN ('assigned', 'in_progress', 'failed') AND ${NEWEST}
    AND COALESCE(a.training_id IN (:training_id) AND ${PERSON_IN_RULE}, 0) = 0
    AND NOT EXISTS (SELECT 1 FROM assignment_source o WHERE o.customer_id = :customer_id
      AND o.assignment_id = a.assignment_id AND o.refused_at IS NULL AND o.rule_id <> :rule_id)`;

const COUNTS_SQL = `SELECT p.outcome, COUNT(*) AS n FROM (${OUTCOMES}) p GROUP BY p.outcome`;

const PAIRS_SQL = `SELECT p.staff_id, p.staff_code, p.first_name, p.last_name, p.training_id, p.training, p.outcome
  FROM (${OUTCOMES}) p WHERE p.outcome IN (:shown)
  ORDER BY p.last_name_sort, p.first_name_sort, p.staff_id, p.title_sort, p.training_id LIMIT :limit OFFSET :start`;
