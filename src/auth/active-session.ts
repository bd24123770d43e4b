import { placeholders } from '../infrastructure/database/where';
import { idFromBytes } from '../common/ids';
import type { SessionAccountCheck, SessionAccountRow } from './session-account-check';
import { staffTimeZonesColumn } from '../tenancy/staff-time-zone.entity';
import { toInstant, type Actor, type CustomerContext } from '../tenancy/tenant';

export const SESSION_IDLE_MS = 2 * 3_600_000;

export interface ActiveSession {
  actor: Actor;
  customer: CustomerContext;
}

/** Customer data that every request reads. */
export interface CustomerStateRow {
  customer_id: number;
  time_zone: string | null;
  financial_year_start_month: number | null;
  matrix_version: number | null;
  directory_version: number | null;
  attempt_version: number | null;
  /** Comma-separated; null: none */
  staff_time_zones: string | null;
  status: string | null;
  writes_until: number | null;
  second_factor_required_since?: number | null;
}
export interface SessionAuthRow extends CustomerStateRow, SessionAccountRow {
  session_id: Uint8Array;
  account_id: Uint8Array;
  staff_id: Uint8Array | null;
  kind: string;
  eid: string;
  authenticated_at: number;
  /** Not null: manager of at least one person */
  leads: Uint8Array | null;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
}

const SESSION_COLUMNS = `s.session_id, s.customer_id, s.account_id, s.staff_id, s.kind, s.role, s.eid, s.authenticated_at,
  s.last_seen_at, s.expires_at, s.ended_at, s.second_factor, s.password_set_at, c.time_zone, c.financial_year_start_month, c.matrix_version,
  c.directory_version, c.attempt_version, c.status, c.writes_until, c.second_factor_required_since, ${staffTimeZonesColumn('c.customer_id')},
  l.manager_id AS leads`;
const SESSION_SOURCE = `session s LEFT JOIN customer_state c ON c.customer_id = s.customer_id
  LEFT JOIN staff_line l ON l.customer_id = s.customer_id AND l.manager_id = s.staff_id AND l.staff_id = s.staff_id`;

/** Cached, because the long text is needed on every request. */
const sqlCache = new WeakMap<SessionAccountCheck<unknown>, Map<string, string>>();

/**
 * Reads a session with customer calendar, manager flag (managers are part of their own line) and account data.
 * @param extraColumns begin with a comma
 */
export function sessionSql(accountCheck: SessionAccountCheck<unknown>, extraColumns = ''): string {
  let texts = sqlCache.get(accountCheck);
  if (!texts) sqlCache.set(accountCheck, (texts = new Map()));
  let text = texts.get(extraColumns);
  if (text === undefined) {
    text = `SELECT ${SESSION_COLUMNS}, ${accountCheck.columns}${extraColumns} FROM ${SESSION_SOURCE} ${accountCheck.joins} WHERE s.session_id = ?`;
    texts.set(extraColumns, text);
  }
  return text;
}

/** As `sessionSql`, for several sessions. */
export const sessionsSql = (accountCheck: SessionAccountCheck<unknown>, count: number): string =>
  `SELECT ${SESSION_COLUMNS}, ${accountCheck.columns} FROM ${SESSION_SOURCE} ${accountCheck.joins} WHERE s.session_id IN (${placeholders(count)})`;

/** Not ended, expired or idle too long; the customer is active and the account unchanged. */
export function isSessionActive(row: SessionAuthRow, accountCheck: SessionAccountCheck<unknown>, now: number): boolean {
  if (row.ended_at !== null || now >= Number(row.expires_at) || now >= Number(row.last_seen_at) + SESSION_IDLE_MS)
    return false;
  if (row.kind === 'customer' && row.status !== 'A') return false;
  return !accountCheck.isOutdated(row, now);
}

export function toActor(row: SessionAuthRow, accountCheck: SessionAccountCheck<unknown>): Actor {
  return {
    kind: row.kind as Actor['kind'],
    role: row.role as Actor['role'],
    account_id: idFromBytes(row.account_id),
    staff_id: row.staff_id ? idFromBytes(row.staff_id) : null,
    eid: row.eid,
    session_id: idFromBytes(row.session_id),
    authenticated_at: Number(row.authenticated_at),
    is_strong: accountCheck.hasActiveSecondFactor(row),
    is_manager: row.leads !== null,
  };
}

export function toCustomerContext(row: CustomerStateRow): CustomerContext {
  return {
    customer_id: row.customer_id,
    time_zone: row.time_zone ?? 'UTC',
    financial_year_start_month: row.financial_year_start_month ?? 1,
    matrix_version: row.matrix_version ?? 0,
    directory_version: row.directory_version ?? 0,
    attempt_version: row.attempt_version ?? 0,
    staff_time_zones: row.staff_time_zones?.split(',') ?? [],
    status: row.status ?? 'A',
    writes_until: toInstant(row.writes_until),
    second_factor_required_since: toInstant(row.second_factor_required_since),
  };
}
