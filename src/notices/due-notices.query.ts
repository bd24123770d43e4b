import { Injectable } from '@nestjs/common';
import { addDays, dayAt, type Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import type { Tenant } from '../tenancy/tenant';
import { employedSql } from '../staff/employed';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { OwedNotice } from './notice-writer';

/** Of the kinds that a day brings, the order in which they are looked for. */
const BROUGHT = ['due_soon', 'overdue', 'expiring', 'session'] as const;
type Brought = (typeof BROUGHT)[number];

/** Rows of one look; with what managers hear of it, and both ways, at most a batch (tenancy/batch.ts). */
const AT_A_TIME = 200;
/** What became overdue longer ago is told no more: whoever was away a week is not sent a month's reminders. */
const OVERDUE_DAYS = 7;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Where a look ended: the next one begins behind it. */
export interface DueMark {
  kind: Brought;
  day: Day;
  /** Of the assignment, of the person, or of the booking. */
  after: string;
  /** Of a level also the skill. */
  and: string;
}
/** The moment for which it is asked what is to be told, and what an organisation has set. */
export interface DueRound {
  /** UTC milliseconds. */
  at: number;
  due_soon_days: number;
  expiring_days: number;
  /** Only what that day brings and the one before it did not (preview); else all that is not told yet. */
  only_new: boolean;
}
export interface FoundDue {
  owed: OwedNotice[];
  next: DueMark | null;
}

interface DueRow {
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  due_on: Day;
  time_zone: string | null;
  manager_id: Uint8Array | null;
}
interface BeginningRow {
  booking_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  session_id: Uint8Array;
  starts_at: number | string;
  time_zone: string | null;
}
interface EndingRow {
  staff_id: Uint8Array;
  skill_id: Uint8Array;
  to_date: Day;
  level: number;
  manager_id: Uint8Array | null;
  next_from: Day | null;
  next_level: number | null;
  renews: number;
}

/** By the due day, so that no look reads more than its window; what was told stands in `notice`. */
const DUE = `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.due_on, s.time_zone, s.manager_id AS manager_id
  FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id AND s.status IN ('invited', 'active')
  WHERE a.customer_id = :customer_id AND a.due_on >= :since AND a.due_on <= :until AND (a.due_on > :since OR a.assignment_id > :after_id)
    AND a.state IN ('assigned', 'in_progress') AND ${employedSql('employed_on')}
    AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.customer_id = :customer_id AND n.staff_id = a.staff_id AND n.kind = :kind
      AND n.assignment_id = a.assignment_id AND n.day = a.due_on)
  ORDER BY a.due_on, a.assignment_id LIMIT ${AT_A_TIME}`;

/** Who is in a session that begins in these hours; for how many days ahead the zone of each person says. */
const BEGINNING = `SELECT b.booking_id AS booking_id, b.staff_id AS staff_id, b.training_id AS training_id, b.session_id AS session_id, x.starts_at, s.time_zone
  FROM training_session x
  JOIN session_booking b ON b.customer_id = :customer_id AND b.session_id = x.session_id AND b.state = 'booked' AND b.booking_id > :after_id
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = b.staff_id AND s.status IN ('invited', 'active')
  WHERE x.customer_id = :customer_id AND x.starts_at >= :since AND x.starts_at < :until AND x.status = 'planned'
  ORDER BY b.booking_id LIMIT ${AT_A_TIME}`;
/** In whatever zone somebody is: tomorrow is over by then. */
const TOMORROW_MS = 3 * 86_400_000;

/** The training that gives the level was assigned anew before it ends, and its learner has been told so. */
const RENEWS = `EXISTS (SELECT 1 FROM training_assignment r
      JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = r.training_id AND m.skill_id = p.skill_id
      JOIN notice w ON w.customer_id = :customer_id AND w.staff_id = r.staff_id AND w.kind = 'assigned' AND w.assignment_id = r.assignment_id
      WHERE r.customer_id = :customer_id AND r.staff_id = p.staff_id AND r.state IN ('assigned', 'in_progress') AND r.cycle > 1
        AND r.due_on <= p.to_date)`;

/** Levels whose run ends then, by the spans (skills/span-reading.ts): with what follows each. Leaving is no fall. */
const ENDING = `SELECT p.staff_id AS staff_id, p.skill_id AS skill_id, p.to_date, p.level, s.manager_id AS manager_id, ${RENEWS} AS renews,
    (SELECT f.from_date FROM skill_level_span f WHERE f.customer_id = :customer_id AND f.staff_id = p.staff_id AND f.skill_id = p.skill_id
      AND f.from_date > p.from_date ORDER BY f.from_date LIMIT 1) AS next_from,
    (SELECT l.level FROM skill_level_span l WHERE l.customer_id = :customer_id AND l.staff_id = p.staff_id AND l.skill_id = p.skill_id
      AND l.from_date > p.from_date ORDER BY l.from_date LIMIT 1) AS next_level
  FROM skill_level_span p
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = p.staff_id AND s.status IN ('invited', 'active')
    AND (s.last_active_day IS NULL OR s.last_active_day > p.to_date)
  JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = p.skill_id AND k.status = 'active'
  WHERE p.customer_id = :customer_id AND p.to_date >= :since AND p.to_date <= :until AND p.level > 0
    AND (p.to_date > :since OR p.staff_id > :after_id OR (p.staff_id = :after_id AND p.skill_id > :and_id))
    AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.customer_id = :customer_id AND n.staff_id = p.staff_id AND n.kind = 'expiring'
      AND n.skill_id = p.skill_id AND n.day = p.to_date)
  ORDER BY p.to_date, p.staff_id, p.skill_id LIMIT ${AT_A_TIME}`;

/**
 * What a day brings: due in so many days, overdue since yesterday, a level that ends, a session on the next day (domain.md, assignment: "due at the end
 * of the local day in the staff member's zone"; a level by the organisation's calendar). The same for the round that tells
 * and for the preview of a day to come.
 */
@Injectable()
export class DueNotices {
  constructor(private readonly queries: TenantQueries) {}

  /** Some of it. @param from where the look before ended; null: the first one */
  async look(tenant: Tenant, round: DueRound, from: DueMark | null): Promise<FoundDue> {
    const kind = from?.kind ?? BROUGHT[0];
    if (kind === 'session') return this.beginning(tenant, round, from?.after ?? FIRST_ID);
    const [first, last] = windowOf(kind, dayAt(round.at, tenant.time_zone), round);
    const mark = from ?? { kind, day: first, after: FIRST_ID, and: FIRST_ID };
    const day = mark.day < first ? first : mark.day;
    const asked = { ...mark, day };
    return kind === 'expiring' ? this.ending(tenant, asked, last) : this.due(tenant, round, kind, asked, last);
  }

  private async due(
    tenant: Tenant,
    round: DueRound,
    kind: 'due_soon' | 'overdue',
    { day: from, after }: DueMark,
    to: Day,
  ): Promise<FoundDue> {
    const rows = await this.queries.rows<DueRow>(tenant, DUE, {
      ...{ since: from, until: to, after_id: after, kind },
      employed_on: dayAt(round.at, tenant.time_zone),
    });
    const owed = rows.filter((row) => isDue(kind, row, tenant, round)).flatMap((row) => toldOfDue(kind, row));
    const last = rows.at(-1);
    if (rows.length < AT_A_TIME) return { owed, next: beginningOf(kind) };
    return { owed, next: { kind, day: last!.due_on, after: idFromBytes(last!.assignment_id), and: FIRST_ID } };
  }

  private async ending(tenant: Tenant, { day: from, after, and }: DueMark, to: Day): Promise<FoundDue> {
    const rows = await this.queries.rows<EndingRow>(tenant, ENDING, {
      since: from,
      until: to,
      after_id: after,
      and_id: and,
    });
    const owed = rows.filter(falls).flatMap(toldOfEnding);
    const last = rows.at(-1);
    if (rows.length < AT_A_TIME) return { owed, next: beginningOf('expiring') };
    const [staff, skill] = [idFromBytes(last!.staff_id), idFromBytes(last!.skill_id)];
    return { owed, next: { kind: 'expiring', day: last!.to_date, after: staff, and: skill } };
  }

  /** Sessions of tomorrow. Told once: what says so is the session and its day. */
  private async beginning(tenant: Tenant, { at }: DueRound, after_id: string): Promise<FoundDue> {
    const asked = { since: at, until: at + TOMORROW_MS, after_id };
    const rows = await this.queries.rows<BeginningRow>(tenant, BEGINNING, asked);
    const owed = rows.flatMap((row) => toldOfBeginning(row, tenant, at));
    if (rows.length < AT_A_TIME) return { owed, next: beginningOf('session') };
    return { owed, next: { kind: 'session', day: '', after: idFromBytes(rows.at(-1)!.booking_id), and: FIRST_ID } };
  }
}

/** Days among which may lie what is told on this one; a day more on both sides, for zones in which it is another. */
function windowOf(
  kind: Exclude<Brought, 'session'>,
  today: Day,
  { due_soon_days, expiring_days, only_new }: DueRound,
): [Day, Day] {
  if (kind === 'overdue') return [addDays(today, only_new ? -2 : -OVERDUE_DAYS - 1), today];
  if (kind === 'due_soon')
    return [addDays(today, only_new ? due_soon_days - 1 : -1), addDays(today, due_soon_days + 1)];
  const end = addDays(today, expiring_days);
  return [only_new ? end : today, end];
}

/** In the person's own zone. */
function isDue(
  kind: 'due_soon' | 'overdue',
  { due_on, time_zone }: DueRow,
  tenant: Tenant,
  { at, due_soon_days, only_new }: DueRound,
): boolean {
  const today = dayAt(at, time_zone ?? tenant.time_zone);
  if (kind === 'due_soon') {
    const end = addDays(today, due_soon_days);
    return due_on <= end && due_on >= (only_new ? end : today);
  }
  return due_on < today && due_on >= addDays(today, only_new ? -1 : -OVERDUE_DAYS);
}

/** The level is lower on the day after, or there is none. */
const falls = ({ to_date, level, next_from, next_level }: EndingRow): boolean =>
  next_from !== addDays(to_date, 1) || next_level! < level;

function toldOfDue(kind: 'due_soon' | 'overdue', row: DueRow): OwedNotice[] {
  const [assignment_id, staff_id] = [idFromBytes(row.assignment_id), idFromBytes(row.staff_id)];
  const about = { subject: assignment_id, day: row.due_on, assignment_id, training_id: idFromBytes(row.training_id) };
  const own: OwedNotice = { ...about, kind, staff_id };
  return kind === 'overdue' ? [own, ...toldManager(row, { ...about, detail: 'overdue' })] : [own];
}

/** Of what is to be renewed the learner knows already: not twice of the same (README, Decisions). */
function toldOfEnding(row: EndingRow): OwedNotice[] {
  const [skill_id, staff_id] = [idFromBytes(row.skill_id), idFromBytes(row.staff_id)];
  const about = { subject: skill_id, day: row.to_date, skill_id };
  const own: OwedNotice[] = Number(row.renews) ? [] : [{ ...about, kind: 'expiring', staff_id }];
  return [...own, ...toldManager(row, { ...about, detail: 'expiring' })];
}

function toldOfBeginning(row: BeginningRow, tenant: Tenant, at: number): OwedNotice[] {
  const zone = row.time_zone ?? tenant.time_zone;
  const day = dayAt(Number(row.starts_at), zone);
  if (day !== addDays(dayAt(at, zone), 1)) return [];
  const session_id = idFromBytes(row.session_id);
  const about = { staff_id: idFromBytes(row.staff_id), training_id: idFromBytes(row.training_id) };
  return [{ kind: 'session', detail: 'tomorrow', subject: `${session_id} tomorrow`, day, ...about }];
}

/** Whoever leads the person hears of it as well. */
function toldManager(
  row: Pick<DueRow, 'staff_id' | 'manager_id'>,
  about: Omit<OwedNotice, 'kind' | 'staff_id'>,
): OwedNotice[] {
  if (row.manager_id === null) return [];
  const about_id = idFromBytes(row.staff_id);
  const subject = `${about_id} ${about.subject}`;
  return [{ ...about, subject, kind: 'team', staff_id: idFromBytes(row.manager_id), about_id }];
}

/** Of what follows; null: it was the last one. */
function beginningOf(kind: Brought): DueMark | null {
  const next = BROUGHT[BROUGHT.indexOf(kind) + 1];
  return next ? { kind: next, day: '', after: FIRST_ID, and: FIRST_ID } : null;
}
