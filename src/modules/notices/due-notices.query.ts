import { Injectable } from '@nestjs/common';
import { addDays, dayAt, type Day } from '../../common/calendar';
import { idFromBytes } from '../../common/ids';
import type { Tenant } from '../../tenancy/tenant';
import { employedSql } from '../staff/employed';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { NewNotice } from './notice-writer';

/** Kinds of daily notices, in the order of the search. */
const DAILY_KINDS = ['due_soon', 'overdue', 'expiring', 'session'] as const;
type DailyKind = (typeof DAILY_KINDS)[number];

/** Rows per page; with notices for managers and both channels at most one batch (tenancy/transaction-batch.ts). */
const PAGE_SIZE = 200;
/** Older overdue assignments are skipped: after a longer outage there is no flood of reminders. */
const OVERDUE_WINDOW_DAYS = 7;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Cursor after a page. */
export interface DueCursor {
  kind: DailyKind;
  day: Day;
  /** Id of the assignment, the person or the booking. */
  after: string;
  /** Expiring levels: also the id of the skill. */
  afterSkill: string;
}
/** The point in time to search for, and the settings of the customer. */
export interface DueOptions {
  /** UTC milliseconds. */
  at: number;
  due_soon_days: number;
  expiring_days: number;
  /** Only notices that are new on that day (preview); else all that are not written yet. */
  only_new: boolean;
}
export interface DueNoticesPage {
  notices: NewNotice[];
  next: DueCursor | null;
}

interface DueRow {
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  due_on: Day;
  time_zone: string | null;
  manager_id: Uint8Array | null;
}
interface SessionRow {
  booking_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  session_id: Uint8Array;
  starts_at: number | string;
  time_zone: string | null;
}
interface ExpiringRow {
  staff_id: Uint8Array;
  skill_id: Uint8Array;
  to_date: Day;
  level: number;
  manager_id: Uint8Array | null;
  next_from: Day | null;
  next_level: number | null;
  renews: number;
}

/** Ordered by due day, to read the window only; notices already written are excluded. */
const DUE_ASSIGNMENTS = `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.due_on, s.time_zone, s.manager_id AS manager_id
  FROM training_assignment a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id AND s.status IN ('invited', 'active')
  WHERE a.customer_id = :customer_id AND a.due_on >= :since AND a.due_on <= :until AND (a.due_on > :since OR a.assignment_id > :after_id)
    AND a.state IN ('assigned', 'in_progress') AND ${employedSql('employed_on')}
    AND NOT EXISTS (SELECT 1 FROM notice n WHERE n.customer_id = :customer_id AND n.staff_id = a.staff_id AND n.kind = :kind
      AND n.assignment_id = a.assignment_id AND n.day = a.due_on)
  ORDER BY a.due_on, a.assignment_id LIMIT ${PAGE_SIZE}`;

/** People booked for sessions in this window; their time zone decides whether that is tomorrow. */
const BOOKED_SESSIONS = `SELECT b.booking_id AS booking_id, b.staff_id AS staff_id, b.training_id AS training_id, b.session_id AS session_id, x.starts_at, s.time_zone
  FROM training_session x
  JOIN session_booking b ON b.customer_id = :customer_id AND b.session_id = x.session_id AND b.state = 'booked' AND b.booking_id > :after_id
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = b.staff_id AND s.status IN ('invited', 'active')
  WHERE x.customer_id = :customer_id AND x.starts_at >= :since AND x.starts_at < :until AND x.status = 'planned'
  ORDER BY b.booking_id LIMIT ${PAGE_SIZE}`;
/** Covers tomorrow in all time zones. */
const SESSION_WINDOW_MS = 3 * 86_400_000;

/** The learner already has the notice of a renewal that is due before the level ends. */
const RENEWAL_NOTIFIED = `EXISTS (SELECT 1 FROM training_assignment r
      JOIN training_skill m ON m.customer_id = :customer_id AND m.training_id = r.training_id AND m.skill_id = p.skill_id
      JOIN notice w ON w.customer_id = :customer_id AND w.staff_id = r.staff_id AND w.kind = 'assigned' AND w.assignment_id = r.assignment_id
      WHERE r.customer_id = :customer_id AND r.staff_id = p.staff_id AND r.state IN ('assigned', 'in_progress') AND r.cycle > 1
        AND r.due_on <= p.to_date)`;

/** Levels that end in the window, with the span that follows. Leaving the company is not a drop. */
const EXPIRING_LEVELS = `SELECT p.staff_id AS staff_id, p.skill_id AS skill_id, p.to_date, p.level, s.manager_id AS manager_id, ${RENEWAL_NOTIFIED} AS renews,
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
  ORDER BY p.to_date, p.staff_id, p.skill_id LIMIT ${PAGE_SIZE}`;

/**
 * Daily notices: due soon, overdue, expiring levels and sessions of tomorrow. An assignment is due at the end of the
 * day in the time zone of the person, a level ends by the calendar of the customer (docs/domain.md). Shared by the
 * daily job and the preview.
 */
@Injectable()
export class DueNoticesQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** Finds one page. @param previous cursor of the previous page; null: the first page */
  async findPage(tenant: Tenant, options: DueOptions, previous: DueCursor | null): Promise<DueNoticesPage> {
    const kind = previous?.kind ?? DAILY_KINDS[0];
    if (kind === 'session') return this.findSessions(tenant, options, previous?.after ?? FIRST_ID);
    const [first, last] = windowOf(kind, dayAt(options.at, tenant.time_zone), options);
    const startCursor = previous ?? { kind, day: first, after: FIRST_ID, afterSkill: FIRST_ID };
    const day = startCursor.day < first ? first : startCursor.day;
    const cursor = { ...startCursor, day };
    return kind === 'expiring'
      ? this.findExpiring(tenant, cursor, last)
      : this.findDue(tenant, options, kind, cursor, last);
  }

  private async findDue(
    tenant: Tenant,
    options: DueOptions,
    kind: 'due_soon' | 'overdue',
    { day: from, after }: DueCursor,
    to: Day,
  ): Promise<DueNoticesPage> {
    const rows = await this.queries.rows<DueRow>(tenant, DUE_ASSIGNMENTS, {
      since: from,
      until: to,
      after_id: after,
      kind,
      employed_on: dayAt(options.at, tenant.time_zone),
    });
    const notices = rows.filter((row) => isDue(kind, row, tenant, options)).flatMap((row) => toDueNotices(kind, row));
    const last = rows.at(-1);
    if (rows.length < PAGE_SIZE) return { notices, next: nextKindCursor(kind) };
    return {
      notices,
      next: { kind, day: last!.due_on, after: idFromBytes(last!.assignment_id), afterSkill: FIRST_ID },
    };
  }

  private async findExpiring(
    tenant: Tenant,
    { day: from, after, afterSkill }: DueCursor,
    to: Day,
  ): Promise<DueNoticesPage> {
    const rows = await this.queries.rows<ExpiringRow>(tenant, EXPIRING_LEVELS, {
      since: from,
      until: to,
      after_id: after,
      and_id: afterSkill,
    });
    const notices = rows.filter(isLevelDrop).flatMap(toExpiringNotices);
    const last = rows.at(-1);
    if (rows.length < PAGE_SIZE) return { notices, next: nextKindCursor('expiring') };
    const [staff, skill] = [idFromBytes(last!.staff_id), idFromBytes(last!.skill_id)];
    return { notices, next: { kind: 'expiring', day: last!.to_date, after: staff, afterSkill: skill } };
  }

  /** Sessions of tomorrow. The subject has the session and the day is its day, so each is written once. */
  private async findSessions(tenant: Tenant, { at }: DueOptions, after_id: string): Promise<DueNoticesPage> {
    const parameters = { since: at, until: at + SESSION_WINDOW_MS, after_id };
    const rows = await this.queries.rows<SessionRow>(tenant, BOOKED_SESSIONS, parameters);
    const notices = rows.flatMap((row) => toSessionNotices(row, tenant, at));
    if (rows.length < PAGE_SIZE) return { notices, next: nextKindCursor('session') };
    return {
      notices,
      next: { kind: 'session', day: '', after: idFromBytes(rows.at(-1)!.booking_id), afterSkill: FIRST_ID },
    };
  }
}

/** Due days to search, plus a day on both sides for other time zones. */
function windowOf(
  kind: Exclude<DailyKind, 'session'>,
  today: Day,
  { due_soon_days, expiring_days, only_new }: DueOptions,
): [Day, Day] {
  if (kind === 'overdue') return [addDays(today, only_new ? -2 : -OVERDUE_WINDOW_DAYS - 1), today];
  if (kind === 'due_soon')
    return [addDays(today, only_new ? due_soon_days - 1 : -1), addDays(today, due_soon_days + 1)];
  const end = addDays(today, expiring_days);
  return [only_new ? end : today, end];
}

/** Decides in the time zone of the person. */
function isDue(
  kind: 'due_soon' | 'overdue',
  { due_on, time_zone }: DueRow,
  tenant: Tenant,
  { at, due_soon_days, only_new }: DueOptions,
): boolean {
  const today = dayAt(at, time_zone ?? tenant.time_zone);
  if (kind === 'due_soon') {
    const end = addDays(today, due_soon_days);
    return due_on <= end && due_on >= (only_new ? end : today);
  }
  return due_on < today && due_on >= addDays(today, only_new ? -1 : -OVERDUE_WINDOW_DAYS);
}

/** Whether the level drops on the next day. */
const isLevelDrop = ({ to_date, level, next_from, next_level }: ExpiringRow): boolean =>
  next_from !== addDays(to_date, 1) || next_level! < level;

function toDueNotices(kind: 'due_soon' | 'overdue', row: DueRow): NewNotice[] {
  const [assignment_id, staff_id] = [idFromBytes(row.assignment_id), idFromBytes(row.staff_id)];
  const shared = { subject: assignment_id, day: row.due_on, assignment_id, training_id: idFromBytes(row.training_id) };
  const ownNotice: NewNotice = { ...shared, kind, staff_id };
  return kind === 'overdue' ? [ownNotice, ...toManagerNotices(row, { ...shared, detail: 'overdue' })] : [ownNotice];
}

/** The learner already has the notice of the renewal. */
function toExpiringNotices(row: ExpiringRow): NewNotice[] {
  const [skill_id, staff_id] = [idFromBytes(row.skill_id), idFromBytes(row.staff_id)];
  const shared = { subject: skill_id, day: row.to_date, skill_id };
  const ownNotices: NewNotice[] = Number(row.renews) ? [] : [{ ...shared, kind: 'expiring', staff_id }];
  return [...ownNotices, ...toManagerNotices(row, { ...shared, detail: 'expiring' })];
}

function toSessionNotices(row: SessionRow, tenant: Tenant, at: number): NewNotice[] {
  const zone = row.time_zone ?? tenant.time_zone;
  const day = dayAt(Number(row.starts_at), zone);
  if (day !== addDays(dayAt(at, zone), 1)) return [];
  const session_id = idFromBytes(row.session_id);
  const people = { staff_id: idFromBytes(row.staff_id), training_id: idFromBytes(row.training_id) };
  return [{ kind: 'session', detail: 'tomorrow', subject: `${session_id} tomorrow`, day, ...people }];
}

/** Notifies the manager as well. */
function toManagerNotices(
  row: Pick<DueRow, 'staff_id' | 'manager_id'>,
  shared: Omit<NewNotice, 'kind' | 'staff_id'>,
): NewNotice[] {
  if (row.manager_id === null) return [];
  const about_id = idFromBytes(row.staff_id);
  const subject = `${about_id} ${shared.subject}`;
  return [{ ...shared, subject, kind: 'team', staff_id: idFromBytes(row.manager_id), about_id }];
}

/** Cursor of the next kind; null: no more. */
function nextKindCursor(kind: DailyKind): DueCursor | null {
  const next = DAILY_KINDS[DAILY_KINDS.indexOf(kind) + 1];
  return next ? { kind: next, day: '', after: FIRST_ID, afterSkill: FIRST_ID } : null;
}
