import { Injectable } from '@nestjs/common';
import type { LevelStep, SkillHistory, SkillHistoryAnswer } from '../contract/evidence-answers';
import { dayAt, OPEN_END, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { NotFound } from '../platform/errors/app-error';
import { idFromBytes } from '../platform/ids';
import { requiredSpans, within } from '../skills/required-days';
import type { DatedTarget } from '../skills/skill-target';
import { heldRoles } from '../staff/job-role-history';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { TRAIL_COLUMNS, TRAIL_SOURCES, trailed, type TrailRow } from './evidence-trail';
import { periodOf } from './report-period';
import { reportHead } from './report-head';

/** @param seen the asker's scope on the person */
const aroundQuery = (seen: string): string =>
  [
    `SELECT 'staff' AS part, s.staff_id AS id, s.job_role_id AS role_id, NULL AS skill_id, 0 AS level, s.joined AS from_date, s.last_active_day AS to_date, NULL AS code, NULL AS name, NULL AS skill_group, NULL AS sorted FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id = :staff_id${seen}`,
    `SELECT 'earlier', NULL, NULL, NULL, 0, q.from_date, q.to_date, NULL, NULL, NULL, NULL FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id = :staff_id`,
    `SELECT 'past', NULL, h.job_role_id, NULL, 0, NULL, h.to_date, NULL, NULL, NULL, NULL FROM past_job_role h WHERE h.customer_id = :customer_id AND h.staff_id = :staff_id`,
    `SELECT 'personal', g.target_id, NULL, g.skill_id, g.level, g.from_date, g.to_date, NULL, NULL, NULL, NULL FROM skill_target g WHERE g.customer_id = :customer_id AND g.staff_id = :staff_id`,
    `SELECT 'role', t.target_id, t.job_role_id, t.skill_id, t.level, t.from_date, t.to_date, NULL, NULL, NULL, NULL FROM role_target t JOIN staff w ON w.customer_id = :customer_id AND w.job_role_id = t.job_role_id WHERE t.customer_id = :customer_id AND w.staff_id = :staff_id`,
    `SELECT 'role', t.target_id, t.job_role_id, t.skill_id, t.level, t.from_date, t.to_date, NULL, NULL, NULL, NULL FROM role_target t JOIN past_job_role h ON h.customer_id = :customer_id AND h.job_role_id = t.job_role_id WHERE t.customer_id = :customer_id AND h.staff_id = :staff_id`,
    `SELECT 'exemption', NULL, NULL, x.skill_id, 0, x.from_date, x.to_date, NULL, NULL, NULL, NULL FROM exemption x WHERE x.customer_id = :customer_id AND x.staff_id = :staff_id`,
    `SELECT 'skill', NULL, NULL, k.skill_id, 0, NULL, NULL, k.skill_code, k.name, k.skill_group, k.name_sort FROM skill k WHERE k.customer_id = :customer_id`,
  ].join(' UNION ALL ');

/** The levels as they are kept, each with the entry of the ledger that it rests on. */
const LEVELS = `SELECT p.skill_id AS skill_id, p.from_date AS span_from, p.to_date AS span_to, p.level AS span_level, p.cause AS cause, ${TRAIL_COLUMNS}
 FROM skill_level_span p
 LEFT JOIN evidence e ON e.customer_id = :customer_id AND e.staff_id = p.staff_id AND e.skill_id = p.skill_id AND e.evidence_id = p.evidence_id
 ${TRAIL_SOURCES}
 WHERE p.customer_id = :customer_id AND p.staff_id = :staff_id
 ORDER BY p.skill_id, p.from_date`;

interface AroundRow {
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

/** "Skills against targets with a line over time" (screens.md §5): two statements, however many skills and years. */
@Injectable()
export class SkillHistoryService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async of(tenant: Tenant, staff_id: string): Promise<SkillHistoryAnswer> {
    const asked = { staff_id };
    const around = await this.queries.rows<AroundRow>(tenant, aroundQuery(seenSql(tenant, 's.staff_id')), asked);
    if (!around.some(({ part }) => part === 'staff')) throw new NotFound('staff member');
    const levels = levelsBySkill(await this.queries.rows<LevelRow>(tenant, LEVELS, asked));
    const required = requirementsOf(around);
    const today = dayAt(this.clock.now(), tenant.time_zone);
    const period = periodOf(undefined, undefined, today, tenant.financial_year_start_month);
    const skills = around
      .filter(({ part }) => part === 'skill')
      .toSorted(byGroupAndName)
      .map((row): SkillHistory => {
        const skill_id = idFromBytes(row.skill_id!);
        const targets = required(skill_id);
        return {
          skill_id,
          skill_code: row.code!,
          skill_name: row.name!,
          skill_group: row.skill_group,
          levels: levels.get(skill_id) ?? [],
          targets: targets.map(({ from_date, to_date, level, source }) => ({
            ...{ from_date, to_date: closed(to_date), level, source },
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

const closed = (to_date: Day): Day | null => (to_date === OPEN_END ? null : to_date);

function levelsBySkill(rows: readonly LevelRow[]): ReadonlyMap<string, LevelStep[]> {
  const levels = new Map<string, LevelStep[]>();
  for (const row of rows) {
    const skill_id = idFromBytes(row.skill_id);
    const { evidence_id } = row;
    const step: LevelStep = {
      from_date: row.span_from,
      to_date: closed(row.span_to),
      level: Number(row.span_level),
      cause: row.cause,
      evidence: evidence_id && trailed({ ...row, evidence_id }),
    };
    const known = levels.get(skill_id);
    if (known) known.push(step);
    else levels.set(skill_id, [step]);
  }
  return levels;
}

/** What was required in each skill: a role's targets on the days on which they had the role. */
function requirementsOf(around: readonly AroundRow[]) {
  const of = (part: string) => around.filter((row) => row.part === part);
  const [staff] = of('staff');
  const past = of('past')
    .map((row) => ({ job_role_id: row.role_id && idFromBytes(row.role_id), to_date: row.to_date! }))
    .toSorted((a, b) => (a.to_date < b.to_date ? -1 : 1));
  const roles = heldRoles(past, staff!.role_id && idFromBytes(staff!.role_id));
  const employments = [staff!, ...of('earlier')].map(({ from_date, to_date }) => ({ from_date: from_date!, to_date }));
  const [personal, role, exemptions] = [of('personal'), of('role'), of('exemption')].map(bySkill);
  return (skill_id: string) => {
    // Somebody had a role twice: its targets came twice.
    const given = new Map((role!.get(skill_id) ?? []).map((row) => [idFromBytes(row.id!), row]));
    const ofRoles = roles.flatMap(({ job_role_id, from_date, to_date }) =>
      [...given.values()]
        .filter((row) => idFromBytes(row.role_id!) === job_role_id)
        .flatMap((row) => within(dated(row), { from_date: from_date ?? '0000-01-01', to_date }) ?? []),
    );
    const sources = { personal: (personal!.get(skill_id) ?? []).map(dated), role: ofRoles };
    const exempt = (exemptions!.get(skill_id) ?? []).map(({ from_date, to_date }) => ({
      from_date: from_date!,
      to_date,
    }));
    return requiredSpans(sources, employments, exempt);
  };
}

const dated = (row: AroundRow): DatedTarget => ({
  target_id: idFromBytes(row.id!),
  level: Number(row.level),
  from_date: row.from_date!,
  to_date: row.to_date,
});

function bySkill(rows: readonly AroundRow[]): ReadonlyMap<string, AroundRow[]> {
  const skills = new Map<string, AroundRow[]>();
  for (const row of rows) {
    const skill_id = idFromBytes(row.skill_id!);
    skills.set(skill_id, [...(skills.get(skill_id) ?? []), row]);
  }
  return skills;
}

/** As the matrix has them: what has no group comes last. */
function byGroupAndName(a: AroundRow, b: AroundRow): number {
  if (a.skill_group !== b.skill_group) {
    if (a.skill_group === null) return 1;
    if (b.skill_group === null) return -1;
    return a.skill_group < b.skill_group ? -1 : 1;
  }
  return a.sorted! < b.sorted! ? -1 : 1;
}
