import { Injectable } from '@nestjs/common';
import type { ExplanationResponse } from '../../contract/evidence.responses';
import { fullName } from '../../contract/person-name';
import { addDays, dayAt, type Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { NotFoundError } from '../../common/errors/app-error';
import { idFromBytes } from '../../common/ids';
import { coversDay, isEmployed, type Ledger, type Revocation } from '../skills/evidence';
import { explain } from '../skills/explanation';
import { computeLevelSpans } from '../skills/skill-level';
import { targetOn, type DatedTarget, type Exemption } from '../skills/skill-target';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { statusFromSpans, WARN_DAYS } from './cell-status';
import { TRAIL_SQL, toTrailEntry, type TrailEntry, type TrailRow } from './evidence-trail';
import { buildExplanationParts, toSentence } from './explanation-sentence';

interface ReasonedPeriod extends Revocation {
  id: string;
  reason: string;
}

const pairCondition = (alias: string) =>
  `${alias}.customer_id = :customer_id AND ${alias}.staff_id = :staff_id AND ${alias}.skill_id = :skill_id`;
/** Job role on the day: the first past role that had not ended, else the current one. */
const ROLE_ON_DAY_SQL = `SELECT CASE WHEN h.to_date IS NULL THEN w.job_role_id ELSE h.job_role_id END FROM staff w LEFT JOIN past_job_role h ON h.customer_id = :customer_id AND h.staff_id = w.staff_id AND h.to_date >= :on WHERE w.customer_id = :customer_id AND w.staff_id = :staff_id ORDER BY h.to_date LIMIT 1`;
/** @param visibleCondition visibility condition on the person */
const contextSql = (visibleCondition: string): string =>
  [
    `SELECT 'staff' AS part, s.staff_id AS id, s.first_name AS name, s.last_name AS more, 0 AS level, s.joined AS from_date, s.last_active_day AS to_date FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id = :staff_id${visibleCondition}`,
    `SELECT 'earlier', q.staff_id, NULL, NULL, 0, q.from_date, q.to_date FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id = :staff_id`,
    `SELECT 'skill', k.skill_id, k.skill_code, k.name, k.min_level, NULL, NULL FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id = :skill_id`,
    `SELECT 'revocation', r.revocation_id, r.reason, NULL, 0, r.from_date, r.to_date FROM revocation r WHERE ${pairCondition('r')}`,
    `SELECT 'exemption', x.exemption_id, x.reason, NULL, 0, x.from_date, x.to_date FROM exemption x WHERE ${pairCondition('x')}`,
    `SELECT 'personal', g.target_id, NULL, NULL, g.level, g.from_date, g.to_date FROM skill_target g WHERE ${pairCondition('g')}`,
    `SELECT 'role', t.target_id, NULL, NULL, t.level, t.from_date, t.to_date FROM role_target t WHERE t.customer_id = :customer_id AND t.skill_id = :skill_id AND t.job_role_id = (${ROLE_ON_DAY_SQL})`,
  ].join(' UNION ALL ');

interface ContextRow {
  part: string;
  id: Uint8Array;
  name: string | null;
  more: string | null;
  level: number;
  from_date: Day | null;
  to_date: Day | null;
}

/** Explains the level of a matrix cell (docs/skill-levels.md). */
@Injectable()
export class ExplainService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** @param on default: today. @throws NotFoundError */
  async explain(tenant: Tenant, staff_id: string, skill_id: string, on?: Day): Promise<ExplanationResponse> {
    const day = on ?? dayAt(this.clock.now(), tenant.time_zone);
    const contextRows = await this.queries.rows<ContextRow>(tenant, contextSql(visibleRowsSql(tenant, 's.staff_id')), {
      staff_id,
      skill_id,
      on: day,
    });
    const staff = contextRows.find((row) => row.part === 'staff');
    const skill = contextRows.find((row) => row.part === 'skill');
    if (!staff) throw new NotFoundError('staff member');
    if (!skill) throw new NotFoundError('skill');
    const trail = await this.trail(tenant, staff_id, skill_id);
    const revocations = findPeriods(contextRows, 'revocation');
    const ledger: Ledger<TrailEntry, ReasonedPeriod> = {
      evidence: trail,
      revocations,
      joined: staff.from_date!,
      last_active_day: staff.to_date,
      pastEmployments: contextRows
        .filter((row) => row.part === 'earlier')
        .map((row) => ({ from_date: row.from_date!, to_date: row.to_date! })),
    };
    const explanation = explain(ledger, day);
    const isEmployedOnDay = isEmployed(ledger, day);
    const leftOn = isEmployedOnDay ? null : lastActiveDayBefore(ledger, day);
    const [firstDay] = [...ledger.pastEmployments!.map(({ from_date }) => from_date), ledger.joined].sort();
    const joinsOn = isEmployedOnDay || leftOn !== null ? null : firstDay!;
    // As in all reports, nothing is required of staff who are not employed on the day.
    const sources = { personal: findTargets(contextRows, 'personal'), role: findTargets(contextRows, 'role') };
    const target = isEmployedOnDay ? targetOn(sources, day) : null;
    const activeExemptions = findPeriods(contextRows, 'exemption').filter((period) =>
      coversDay(period as Exemption, day),
    );
    const exemption = (isEmployedOnDay && activeExemptions[0]) || null;
    const spans = computeLevelSpans(ledger);
    const status = statusFromSpans(
      spans,
      0,
      spans.length,
      day,
      addDays(day, WARN_DAYS),
      target?.level ?? null,
      exemption !== null,
    );
    const parts = buildExplanationParts({
      explanation,
      staff: fullName(staff.name, staff.more),
      skill: skill.more!,
      target: target?.level ?? null,
      target_source: target?.source ?? null,
      exemption,
      leftOn,
      joinsOn,
    });
    return {
      on: day,
      staff_id,
      skill_id,
      level: explanation.level,
      held_level: explanation.held_level,
      target: target?.level ?? null,
      target_source: target?.source ?? null,
      exempt: exemption !== null,
      status,
      cause: explanation.cause,
      text: toSentence(parts),
      parts,
      evidence: explanation.evidence,
      valid_until: explanation.valid_until,
      carried_by: explanation.carried_by,
      capped_by: explanation.capped_by,
      capped: explanation.capped,
      lapsed: explanation.lapsed,
      pending: explanation.pending,
      revocation: explanation.revocation && withIdField('revocation_id', explanation.revocation),
      exemption: exemption && withIdField('exemption_id', exemption),
      falls: explanation.falls && {
        on: explanation.falls.on,
        level: explanation.falls.level,
        cause: explanation.falls.cause,
      },
      trail,
    };
  }

  /** All evidence of the pair with its sources, newest first. */
  async trail(tenant: Tenant, staff_id: string, skill_id: string): Promise<TrailEntry[]> {
    const rows = await this.queries.rows<TrailRow>(tenant, TRAIL_SQL, { staff_id, skill_id });
    return rows.map(toTrailEntry);
  }
}

function withIdField<K extends string>(key: K, { id, from_date, to_date, reason }: ReasonedPeriod) {
  return { [key]: id, from_date, to_date, reason } as Record<K, string> & {
    from_date: Day;
    to_date: Day | null;
    reason: string;
  };
}

/** Last active day before this one; null: not employed before. */
function lastActiveDayBefore(ledger: Ledger, day: Day): Day | null {
  const ends = [...(ledger.pastEmployments ?? []).map(({ to_date }) => to_date), ledger.last_active_day];
  return (
    ends
      .filter((end): end is Day => end !== null && end < day)
      .sort()
      .at(-1) ?? null
  );
}

function findPeriods(rows: readonly ContextRow[], part: string): ReasonedPeriod[] {
  return rows
    .filter((row) => row.part === part)
    .map((row) => ({ id: idFromBytes(row.id), from_date: row.from_date!, to_date: row.to_date, reason: row.name! }));
}

function findTargets(rows: readonly ContextRow[], part: string): DatedTarget[] {
  return rows
    .filter((row) => row.part === part)
    .map((row) => ({
      target_id: idFromBytes(row.id),
      level: Number(row.level),
      from_date: row.from_date!,
      to_date: row.to_date,
    }));
}
