import { marks } from '../platform/database/where';
import { idFromBytes } from '../platform/ids';
import type { SessionAccount, SignedInAs } from './session-facts';
import { staffTimeZonesColumn } from './staff-time-zone.entity';
import { instantOf, type Actor, type CustomerFacts } from './tenant';

export const IDLE_MS = 2 * 3_600_000;

export interface LiveSession {
  actor: Actor;
  facts: CustomerFacts;
}

/** What a call reads of its organisation. */
export interface FactsRow {
  customer_id: number;
  time_zone: string | null;
  financial_year_start_month: number | null;
  matrix_version: number | null;
  directory_version: number | null;
  attempt_version: number | null;
  /** Names, by commas; null: none. */
  staff_time_zones: string | null;
  status: string | null;
  writes_until: number | null;
  second_factor_required_since?: number | null;
}
export interface LiveRow extends FactsRow, SignedInAs {
  session_id: Uint8Array;
  account_id: Uint8Array;
  staff_id: Uint8Array | null;
  kind: string;
  eid: string;
  authenticated_at: number;
  /** Not null: somebody stands below them. */
  leads: Uint8Array | null;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
}

const COLUMNS = `s.session_id, s.customer_id, s.account_id, s.staff_id, s.kind, s.role, s.eid, s.authenticated_at,
  s.last_seen_at, s.expires_at, s.ended_at, s.second_factor, s.password_set_at, c.time_zone, c.financial_year_start_month, c.matrix_version,
  c.directory_version, c.attempt_version, c.status, c.writes_until, c.second_factor_required_since, ${staffTimeZonesColumn('c.customer_id')},
  l.manager_id AS leads`;
const SOURCE = `session s LEFT JOIN customer_state c ON c.customer_id = s.customer_id
  LEFT JOIN staff_line l ON l.customer_id = s.customer_id AND l.manager_id = s.staff_id AND l.staff_id = s.staff_id`;

/** Texts as they were written once: asked for at each call, of some hundred words. */
const written = new WeakMap<SessionAccount<unknown>, Map<string, string>>();

/**
 * The session with its organisation's calendar, whether it is a manager's (who is one stands in their own line), and what
 * its account is now.
 * @param more further columns, beginning with a comma
 */
export function liveSql(accounts: SessionAccount<unknown>, more = ''): string {
  let texts = written.get(accounts);
  if (!texts) written.set(accounts, (texts = new Map()));
  let text = texts.get(more);
  if (text === undefined) {
    text = `SELECT ${COLUMNS}, ${accounts.columns}${more} FROM ${SOURCE} ${accounts.joins} WHERE s.session_id = ?`;
    texts.set(more, text);
  }
  return text;
}

/** The same, of so many. */
export const liveAmongSql = (accounts: SessionAccount<unknown>, count: number): string =>
  `SELECT ${COLUMNS}, ${accounts.columns} FROM ${SOURCE} ${accounts.joins} WHERE s.session_id IN (${marks(count)})`;

/** Neither ended nor too old or too long unused, of an open organisation, and of an account that is still what was judged. */
export function isLive(row: LiveRow, accounts: SessionAccount<unknown>, now: number): boolean {
  if (row.ended_at !== null || now >= Number(row.expires_at) || now >= Number(row.last_seen_at) + IDLE_MS) return false;
  if (row.kind === 'customer' && row.status !== 'A') return false;
  return !accounts.isOvertaken(row, now);
}

export function actorOf(row: LiveRow, accounts: SessionAccount<unknown>): Actor {
  return {
    kind: row.kind as Actor['kind'],
    role: row.role as Actor['role'],
    account_id: idFromBytes(row.account_id),
    staff_id: row.staff_id ? idFromBytes(row.staff_id) : null,
    eid: row.eid,
    session_id: idFromBytes(row.session_id),
    authenticated_at: Number(row.authenticated_at),
    is_strong: accounts.isStrong(row),
    is_manager: row.leads !== null,
  };
}

export function factsOf(row: FactsRow): CustomerFacts {
  return {
    customer_id: row.customer_id,
    time_zone: row.time_zone ?? 'UTC',
    financial_year_start_month: row.financial_year_start_month ?? 1,
    matrix_version: row.matrix_version ?? 0,
    directory_version: row.directory_version ?? 0,
    attempt_version: row.attempt_version ?? 0,
    staff_time_zones: row.staff_time_zones?.split(',') ?? [],
    status: row.status ?? 'A',
    writes_until: instantOf(row.writes_until),
    second_factor_required_since: instantOf(row.second_factor_required_since),
  };
}
