import { Injectable } from '@nestjs/common';
import type { LevelStep, SkillHistory, SkillHistoryResponse } from '../../contract/evidence.responses';
import { dayAt, OPEN_END, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { NotFoundError } from '../../common/errors/app-error';
import { idFromBytes } from '../../common/ids';
import { requiredSpans, intersectPeriods } from '../skills/required-spans';
import type { DatedTarget } from '../skills/skill-target';
import { toTimeline } from '../staff/job-role-history';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { TRAIL_COLUMNS, TRAIL_SOURCES, toTrailEntry, type TrailRow } from './evidence-trail';
import { periodOf } from './report-period';
import { reportHead } from './report-head';

/** @param visibleCondition visibility condition on the person */
const contextSql = (visibleCondition: string): string =>
  [
    `SELECT 'staff' AS part, s.staff_id AS id, s.job_role_id AS role_id, NULL AS skill_id, 0 AS level, s.joined AS from_date, s.last_active_day AS to_date, NULL AS code, NULL AS name, NULL AS skill_group, NULL AS sorted FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id = :staff_id${visibleCondition}`,
    `SELECT 'earlier', NULL, NULL, NULL, 0, q.from_date, q.to_date, NULL, NULL, NULL, NULL FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id = :staff_id`,
    `SELECT 'past', NULL, h.job_role_id, NULL, 0, NULL, h.to_date, NULL, NULL, NULL, NULL FROM past_job_role h WHERE h.customer_id = :customer_id AND h.staff_id = :staff_id`,
    `SELECT 'personal', g.target_id, NULL, g.skill_id, g.level, g.from_date, g.to_date, NULL, NULL, NULL, NULL FROM skill_target g WHERE g.customer_id = :customer_id AND g.staff_id = :staff_id`,
    `SELECT 'role', t.target_id, t.job_role_id, t.skill_id, t.level, t.from_date, t.to_date, NULL, NULL, NULL, NULL FROM role_target t JOIN staff w ON w.customer_id = :customer_id AND w.job_role_id = t.job_role_id WHERE t.customer_id = :customer_id AND w.staff_id = :staff_id`,
    `SELECT 'role', t.target_id, t.job_role_id, t.skill_id, t.level, t.from_date, t.to_date, NULL, NULL, NULL, NULL FROM role_target t JOIN past_job_role h ON h.customer_id = :customer_id AND h.job_role_id = t.job_role_id WHERE t.customer_id = :customer_id AND h.staff_id = :staff_id`,
    `SELECT 'exemption', NULL, NULL, x.skill_id, 0, x.from_date, x.to_date, NULL, NULL, NULL, NULL FROM exemption x WHERE x.customer_id = :customer_id AND x.staff_id = :staff_id`,
    `SELECT 'skill', NULL, NULL, k.skill_id, 0, NULL, NULL, k.skill_code, k.name, k.skill_group, k.name_sort FROM skill k WHERE k.customer_id = :customer_id`,
  ].join(' UNION ALL ');

/** Stored spans with the evidence behind each. */
const LEVELS_SQL = `SELECT p.skill_id AS skill_id, p.from_date AS span_from, p.to_date AS span_to, p.level AS span_level, p.cause AS cause, ${TRAIL_COLUMNS}
 FROM skill_level_span p
 LEFT JOIN evidence e ON e.customer_id = :customer_id AND e.staff_id = p.staff_id AND e.skill_id = p.skill_id AND e.evidence_id = p.evidence_id
 ${TRAIL_SOURCES}
 WHERE p.customer_id = :customer_id AND p.staff_id = :staff_id
 ORDER BY p.skill_id, p.from_date`;

interface SkillHistoryRow {
  part: string;
  id: Uint8Array | null;
  role_id: Uint8Array | null;
  skill_id: Uint8Array | null;
  level: number;
  from_date: Day | null;
  to_date: Day | null;
  code: string | null;
  name: string | null;
  skill_group: string | null;
  sorted: string | null;
}
type LevelRow = Omit<TrailRow, 'evidence_id'> & {
  evidence_id: Uint8Array | null;
  skill_id: Uint8Array;
  span_from: Day;
  span_to: Day;
  span_level: number;
  cause: string;
};

/** Levels and targets of one person over time, read in two statements. */
@Injectable()
export class SkillHistoryService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async getHistory(tenant: Tenant, staff_id: string): Promise<SkillHistoryResponse> {
    const values = { staff_id };
    const contextRows = await this.queries.rows<SkillHistoryRow>(
      tenant,
      contextSql(visibleRowsSql(tenant, 's.staff_id')),
      values,
    );
    if (!contextRows.some(({ part }) => part === 'staff')) throw new NotFoundError('staff member');
    const levels = levelsBySkill(await this.queries.rows<LevelRow>(tenant, LEVELS_SQL, values));
    const requiredSpansOf = buildRequirements(contextRows);
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const period = periodOf(undefined, undefined, today, tenant.financial_year_start_month);
    const skills = contextRows
      .filter(({ part }) => part === 'skill')
      .toSorted(compareByGroupAndName)
      .map((row): SkillHistory => {
        const skill_id = idFromBytes(row.skill_id!);
        const targets = requiredSpansOf(skill_id);
        return {
          skill_id,
          skill_code: row.code!,
          skill_name: row.name!,
          skill_group: row.skill_group,
          levels: levels.get(skill_id) ?? [],
          targets: targets.map(({ from_date, to_date, level, source }) => ({
            from_date,
            to_date: openEndAsNull(to_date),
            level,
            source,
          })),
        };
      })
      .filter((skill) => skill.levels.length + skill.targets.length > 0);
    return {
      report: 'skill-history',
      definition: reportHead('skill-history', period, tenant),
      on: today,
      staff_id,
      skills,
    };
  }
}

const openEndAsNull = (to_date: Day): Day | null => (to_date === OPEN_END ? null : to_date);

function levelsBySkill(rows: readonly LevelRow[]): ReadonlyMap<string, LevelStep[]> {
  const levels = new Map<string, LevelStep[]>();
  for (const row of rows) {
    const skill_id = idFromBytes(row.skill_id);
    const { evidence_id } = row;
    const step: LevelStep = {
      from_date: row.span_from,
      to_date: openEndAsNull(row.span_to),
      level: Number(row.span_level),
      cause: row.cause,
      evidence: evidence_id && toTrailEntry({ ...row, evidence_id }),
    };
    const steps = levels.get(skill_id);
    if (steps) steps.push(step);
    else levels.set(skill_id, [step]);
  }
  return levels;
}

/** Required levels by skill. Role targets apply on the days on which the person had the role. */
function buildRequirements(contextRows: readonly SkillHistoryRow[]) {
  const rowsOfPart = (part: string) => contextRows.filter((row) => row.part === part);
  const [staff] = rowsOfPart('staff');
  const pastRoles = rowsOfPart('past')
    .map((row) => ({ job_role_id: row.role_id && idFromBytes(row.role_id), to_date: row.to_date! }))
    .toSorted((a, b) => (a.to_date < b.to_date ? -1 : 1));
  const roles = toTimeline(pastRoles, staff!.role_id && idFromBytes(staff!.role_id));
  const employments = [staff!, ...rowsOfPart('earlier')].map(({ from_date, to_date }) => ({
    from_date: from_date!,
    to_date,
  }));
  const [personal, role, exemptions] = [rowsOfPart('personal'), rowsOfPart('role'), rowsOfPart('exemption')].map(
    groupBySkill,
  );
  return (skill_id: string) => {
    // A role held twice returns its targets twice.
    const roleTargets = new Map((role!.get(skill_id) ?? []).map((row) => [idFromBytes(row.id!), row]));
    const datedRoleTargets = roles.flatMap(({ job_role_id, from_date, to_date }) =>
      [...roleTargets.values()]
        .filter((row) => idFromBytes(row.role_id!) === job_role_id)
        .flatMap(
          (row) => intersectPeriods(toDatedTarget(row), { from_date: from_date ?? '0000-01-01', to_date }) ?? [],
        ),
    );
    const sources = { personal: (personal!.get(skill_id) ?? []).map(toDatedTarget), role: datedRoleTargets };
    const exempt = (exemptions!.get(skill_id) ?? []).map(({ from_date, to_date }) => ({
      from_date: from_date!,
      to_date,
    }));
    return requiredSpans(sources, employments, exempt);
  };
}

const toDatedTarget = (row: SkillHistoryRow): DatedTarget => ({
  target_id: idFromBytes(row.id!),
  level: Number(row.level),
  from_date: row.from_date!,
  to_date: row.to_date,
});

function groupBySkill(rows: readonly SkillHistoryRow[]): ReadonlyMap<string, SkillHistoryRow[]> {
  const skills = new Map<string, SkillHistoryRow[]>();
  for (const row of rows) {
    const skill_id = idFromBytes(row.skill_id!);
    skills.set(skill_id, [...(skills.get(skill_id) ?? []), row]);
  }
  return skills;
}

/** Same order as the matrix: skills without a group come last. */
function compareByGroupAndName(a: SkillHistoryRow, b: SkillHistoryRow): number {
  if (a.skill_group !== b.skill_group) {
    if (a.skill_group === null) return 1;
    if (b.skill_group === null) return -1;
    return a.skill_group < b.skill_group ? -1 : 1;
  }
  return a.sorted! < b.sorted! ? -1 : 1;
}
