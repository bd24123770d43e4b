import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import { RULE_OUTCOMES, type RuleOutcome, type RulePreview } from '../contract/rule-answers';
import { idFromBytes, isId, newId } from '../platform/ids';
import { DepartmentsService } from '../staff/departments.service';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { NotFound } from '../platform/errors/app-error';
import { AssignmentRule } from './assignment-rule.entity';
import type { RuleDraft, RulePreviewQuery } from './assignment-rules.dto';
import { RuleReading } from './rule-reading';
import { branchOf, isInForce } from './rule-set';
import { TrainingsService } from './trainings.service';
import { UnknownReference } from '../platform/errors/record-errors';

const PAGE = 20;
const PAGE_MAX = 200;
/** What changes, and what cannot: the rest is told only to who asks for it. */
const OF_INTEREST = RULE_OUTCOMES.filter((outcome) => outcome !== 'already' && outcome !== 'completed');

/** What a rule would change, of the present state: counted by the database, as many statements for a thousand people as for one. */
@Injectable()
export class RulePreviews {
  constructor(
    @PartsOf(AssignmentRule) private readonly parts: ResourceParts<AssignmentRule>,
    private readonly reading: RuleReading,
    private readonly departments: DepartmentsService,
    private readonly trainings: TrainingsService,
    private readonly queries: TenantQueries,
  ) {}

  /** @throws NotFound */
  async ofDraft(tenant: Tenant, draft: RuleDraft, query: RulePreviewQuery): Promise<RulePreview> {
    const { rule_id, ...given } = draft as RuleDraft & Partial<AssignmentRule>;
    const kept = isId(rule_id) ? await this.parts.records.one(tenant, { rule_id }) : null;
    if (rule_id && !kept) throw new NotFound('assignment rule');
    const rule = { ...NEW, ...kept, ...given };
    const kept_training = rule_id ? ((await this.reading.trainingsOf(tenant, [rule_id])).get(rule_id) ?? []) : [];
    const training_id = draft.training_id ?? kept_training;
    await this.refuseUnknown(
      tenant,
      given,
      training_id.filter((id) => !kept_training.includes(id)),
    );
    const { department_id, job_role_id } = rule;
    const asked = {
      // A new one is the reason of nothing yet.
      rule_id: rule_id ?? newId(this.parts.clock.now()),
      training_id: [...new Set(training_id)],
      in_force: isInForce(rule) ? 1 : 0,
      any_department: department_id ? 0 : 1,
      department_id: department_id ? branchOf(department_id, await this.departments.branches(tenant)) : [],
      any_role: job_role_id ? 0 : 1,
      job_role_id: job_role_id ?? '',
    };
    const [people] = await this.queries.rows<{ n: number | string }>(tenant, PEOPLE, asked);
    const counted = await this.queries.rows<{ outcome: RuleOutcome; n: number | string }>(tenant, COUNTS, asked);
    const counts = Object.fromEntries(RULE_OUTCOMES.map((outcome) => [outcome, 0])) as RulePreview['counts'];
    for (const { outcome, n } of counted) counts[outcome] = Number(n);
    const shown = query.outcome ? [query.outcome] : OF_INTEREST;
    const start = Number(query._start ?? 0);
    const limit = Math.min(PAGE_MAX, Math.max(1, Number(query._end ?? start + PAGE) - start));
    const rows = await this.queries.rows<Pair>(tenant, PAIRS, { ...asked, shown, start, limit });
    return {
      people: Number(people?.n ?? 0),
      counts,
      total: shown.reduce((sum, outcome) => sum + counts[outcome], 0),
      rows: rows.map(({ staff_id, training_id: id, first_name, last_name, staff_code, training, outcome }) => ({
        ...{ staff_id: idFromBytes(staff_id), staff_code, person: fullName(first_name, last_name) },
        ...{ training_id: idFromBytes(id), training, outcome },
      })),
    };
  }

  /** What saving it would refuse, too. @throws UnknownReference, TrainingUnknown */
  private async refuseUnknown(tenant: Tenant, given: Partial<AssignmentRule>, fresh: readonly string[]): Promise<void> {
    const { department_id, job_role_id } = given;
    const branches = department_id ? await this.departments.branches(tenant) : [];
    if (department_id && !branches.some((each) => each.department_id === department_id))
      throw new UnknownReference('department_id');
    if (job_role_id && !(await this.queries.rows(tenant, ROLE, { job_role_id })).length)
      throw new UnknownReference('job_role_id');
    if (fresh.length) await this.trainings.publishedAmong(tenant, fresh);
  }
}

const NEW = { department_id: null, job_role_id: null, active: true, status: 'active' };

interface Pair {
  staff_id: Uint8Array;
  staff_code: string;
  first_name: string;
  last_name: string;
  training_id: Uint8Array;
  training: string;
  outcome: RuleOutcome;
}

const ROLE = 'SELECT j.job_role_id FROM job_role j WHERE j.customer_id = :customer_id AND j.job_role_id = :job_role_id';

/** A person `s` is in the rule. */
const IN_IT = `(:in_force = 1 AND s.status IN ('invited', 'active', 'suspended')
    AND (:any_department = 1 OR s.department_id IN (:department_id))
    AND (:any_role = 1 OR s.job_role_id = :job_role_id))`;

const PEOPLE = `SELECT COUNT(*) AS n FROM staff s WHERE s.customer_id = :customer_id AND ${IN_IT}`;

/** An assignment `a` is the newest cycle of its pair. */
const NEWEST = `NOT EXISTS (SELECT 1 FROM training_assignment b WHERE b.customer_id = :customer_id
    AND b.staff_id = a.staff_id AND b.training_id = a.training_id AND b.cycle > a.cycle)`;

const WHO = `s.staff_id, s.staff_code, s.first_name, s.last_name, s.last_name_sort, s.first_name_sort,
    t.training_id, t.title AS training, t.title_sort`;

/** Every pair that the rule wants, as it stands; and those that it wants no more and nobody else does. */
const OUTCOMES = `SELECT ${WHO}, CASE
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
  WHERE s.customer_id = :customer_id AND ${IN_IT}
  UNION ALL
  SELECT ${WHO}, 'goes' AS outcome
  FROM assignment_source r
  JOIN training_assignment a ON a.customer_id = :customer_id AND a.assignment_id = r.assignment_id
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
  WHERE r.customer_id = :customer_id AND r.rule_id = :rule_id AND r.refused_at IS NULL
    AND a.state IN ('assigned', 'in_progress', 'failed') AND ${NEWEST}
    AND COALESCE(a.training_id IN (:training_id) AND ${IN_IT}, 0) = 0
    AND NOT EXISTS (SELECT 1 FROM assignment_source o WHERE o.customer_id = :customer_id
      AND o.assignment_id = a.assignment_id AND o.refused_at IS NULL AND o.rule_id <> :rule_id)`;

const COUNTS = `SELECT p.outcome, COUNT(*) AS n FROM (${OUTCOMES}) p GROUP BY p.outcome`;

const PAIRS = `SELECT p.staff_id, p.staff_code, p.first_name, p.last_name, p.training_id, p.training, p.outcome
  FROM (${OUTCOMES}) p WHERE p.outcome IN (:shown)
  ORDER BY p.last_name_sort, p.first_name_sort, p.staff_id, p.title_sort, p.training_id LIMIT :limit OFFSET :start`;
