import { Injectable } from '@nestjs/common';
import type { ExplainAnswer } from '../contract/evidence-answers';
import { fullName } from '../contract/person-name';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { NotFound } from '../platform/errors/app-error';
import { idFromBytes } from '../platform/ids';
import { coversDay, isEmployed, type Ledger, type Revocation } from '../skills/evidence';
import { explain } from '../skills/explanation';
import { spansOf } from '../skills/skill-level';
import { targetOn, type DatedTarget, type Exemption } from '../skills/skill-target';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { statusFromSpans, WARN_DAYS } from './cell-status';
import { TRAIL, trailed, type Trailed, type TrailRow } from './evidence-trail';
import { partsOf, sentence } from './explain-words';

interface Hold extends Revocation {
  id: string;
  reason: string;
}

const of = (alias: string) =>
  `${alias}.customer_id = :customer_id AND ${alias}.staff_id = :staff_id AND ${alias}.skill_id = :skill_id`;
/** The one they had then: a past one that had not ended yet, else the present one. */
const ROLE_ON_DAY = `SELECT CASE WHEN h.to_date IS NULL THEN w.job_role_id ELSE h.job_role_id END FROM staff w LEFT JOIN past_job_role h ON h.customer_id = :customer_id AND h.staff_id = w.staff_id AND h.to_date >= :on WHERE w.customer_id = :customer_id AND w.staff_id = :staff_id ORDER BY h.to_date LIMIT 1`;
/** @param seen the asker's scope on the person */
const aroundQuery = (seen: string): string =>
  [
    `SELECT 'staff' AS part, s.staff_id AS id, s.first_name AS name, s.last_name AS more, 0 AS level, s.joined AS from_date, s.last_active_day AS to_date FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id = :staff_id${seen}`,
    `SELECT 'earlier', q.staff_id, NULL, NULL, 0, q.from_date, q.to_date FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id = :staff_id`,
    `SELECT 'skill', k.skill_id, k.skill_code, k.name, k.min_level, NULL, NULL FROM skill k WHERE k.customer_id = :customer_id AND k.skill_id = :skill_id`,
    `SELECT 'revocation', r.revocation_id, r.reason, NULL, 0, r.from_date, r.to_date FROM revocation r WHERE ${of('r')}`,
    `SELECT 'exemption', x.exemption_id, x.reason, NULL, 0, x.from_date, x.to_date FROM exemption x WHERE ${of('x')}`,
    `SELECT 'personal', g.target_id, NULL, NULL, g.level, g.from_date, g.to_date FROM skill_target g WHERE ${of('g')}`,
    `SELECT 'role', t.target_id, NULL, NULL, t.level, t.from_date, t.to_date FROM role_target t WHERE t.customer_id = :customer_id AND t.skill_id = :skill_id AND t.job_role_id = (${ROLE_ON_DAY})`,
  ].join(' UNION ALL ');

interface AroundRow {
  part: string;
  id: Uint8Array;
  name: string | null;
  more: string | null;
  level: number;
  from_date: Day | null;
  to_date: Day | null;
}

/** "Explain any cell: one sentence and the winning evidence" (reports.md §4). */
@Injectable()
export class ExplainService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly clock: Clock,
  ) {}

  /** `on` left out: today. @throws NotFound */
  async explain(tenant: Tenant, staff_id: string, skill_id: string, on?: Day): Promise<ExplainAnswer> {
    const day = on ?? dayAt(this.clock.now(), tenant.time_zone);
    const around = await this.queries.rows<AroundRow>(tenant, aroundQuery(seenSql(tenant, 's.staff_id')), {
      staff_id,
      skill_id,
      on: day,
    });
    const staff = around.find((row) => row.part === 'staff');
    const skill = around.find((row) => row.part === 'skill');
    if (!staff) throw new NotFound('staff member');
    if (!skill) throw new NotFound('skill');
    const trail = await this.trail(tenant, staff_id, skill_id);
    const revocations = holds(around, 'revocation');
    const ledger: Ledger<Trailed, Hold> = {
      evidence: trail,
      revocations,
      joined: staff.from_date!,
      last_active_day: staff.to_date,
      earlier: around
        .filter((row) => row.part === 'earlier')
        .map((row) => ({ from_date: row.from_date!, to_date: row.to_date! })),
    };
    const explanation = explain(ledger, day);
    const isThere = isEmployed(ledger, day);
    const left = isThere ? null : leftBefore(ledger, day);
    const [first] = [...ledger.earlier!.map(({ from_date }) => from_date), ledger.joined].sort();
    const joins = isThere || left !== null ? null : first!;
    // Of whoever is not employed on the day nothing is required, as in every report.
    const sources = { personal: targets(around, 'personal'), role: targets(around, 'role') };
    const target = isThere ? targetOn(sources, day) : null;
    const exempting = holds(around, 'exemption').filter((hold) => coversDay(hold as Exemption, day));
    const exemption = (isThere && exempting[0]) || null;
    const spans = spansOf(ledger);
    const status = statusFromSpans(
      spans,
      0,
      spans.length,
      day,
      addDays(day, WARN_DAYS),
      target?.level ?? null,
      exemption !== null,
    );
    const parts = partsOf({
      explanation,
      staff: fullName(staff.name, staff.more),
      skill: skill.more!,
      target: target?.level ?? null,
      target_source: target?.source ?? null,
      exemption,
      left,
      joins,
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
      text: sentence(parts),
      parts,
      evidence: explanation.evidence,
      valid_until: explanation.valid_until,
      carried_by: explanation.carried_by,
      capped_by: explanation.capped_by,
      capped: explanation.capped,
      lapsed: explanation.lapsed,
      pending: explanation.pending,
      revocation: explanation.revocation && named('revocation_id', explanation.revocation),
      exemption: exemption && named('exemption_id', exemption),
      falls: explanation.falls && {
        on: explanation.falls.on,
        level: explanation.falls.level,
        cause: explanation.falls.cause,
      },
      trail,
    };
  }

  /** All that was recorded about the pair, newest first, with what it came from. */
  async trail(tenant: Tenant, staff_id: string, skill_id: string): Promise<Trailed[]> {
    const rows = await this.queries.rows<TrailRow>(tenant, TRAIL, { staff_id, skill_id });
    return rows.map(trailed);
  }
}

function named<K extends string>(key: K, { id, from_date, to_date, reason }: Hold) {
  return { [key]: id, from_date, to_date, reason } as Record<K, string> & {
    from_date: Day;
    to_date: Day | null;
    reason: string;
  };
}

/** Their last active day before this one; null: they have not been employed yet. */
function leftBefore(ledger: Ledger, day: Day): Day | null {
  const ends = [...(ledger.earlier ?? []).map(({ to_date }) => to_date), ledger.last_active_day];
  return (
    ends
      .filter((end): end is Day => end !== null && end < day)
      .sort()
      .at(-1) ?? null
  );
}

function holds(rows: readonly AroundRow[], part: string): Hold[] {
  return rows
    .filter((row) => row.part === part)
    .map((row) => ({ id: idFromBytes(row.id), from_date: row.from_date!, to_date: row.to_date, reason: row.name! }));
}

function targets(rows: readonly AroundRow[], part: string): DatedTarget[] {
  return rows
    .filter((row) => row.part === part)
    .map((row) => ({
      target_id: idFromBytes(row.id),
      level: Number(row.level),
      from_date: row.from_date!,
      to_date: row.to_date,
    }));
}
