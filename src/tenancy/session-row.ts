import { idFromBytes } from '../platform/ids';
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
  status: string | null;
  writes_until: number | null;
  second_factor_required_since?: number | null;
}
export interface LiveRow extends FactsRow {
  session_id: Uint8Array;
  account_id: Uint8Array;
  staff_id: Uint8Array | null;
  kind: string;
  role: string;
  eid: string;
  authenticated_at: number;
  second_factor: string | null;
  password_set_at: number | string | null;
  /** As the account is now; null: there is none. */
  account_status: string | null;
  account_role: string | null;
  password_changed_at: number | string | null;
  /** The authenticator app in force now. */
  active_app: Uint8Array | null;
  /** Not null: somebody stands below them. */
  leads: Uint8Array | null;
  last_seen_at: number;
  expires_at: number;
  ended_at: number | null;
}

export const LIVE_COLUMNS = `s.session_id, s.customer_id, s.account_id, s.staff_id, s.kind, s.role, s.eid, s.authenticated_at,
  s.last_seen_at, s.expires_at, s.ended_at, s.second_factor, s.password_set_at, a.status AS account_status,
  a.role AS account_role, a.password_changed_at, f.second_factor_id AS active_app, c.time_zone, c.financial_year_start_month, c.matrix_version,
  c.directory_version, c.status, c.writes_until, c.second_factor_required_since, l.manager_id AS leads`;
/** The session with its organisation's calendar, its account as it is now, and whether it is a manager's: who is one stands in their own line. */
export const LIVE_SOURCE = `session s LEFT JOIN customer_state c ON c.customer_id = s.customer_id
  LEFT JOIN account a ON a.account_id = s.account_id
  LEFT JOIN second_factor f ON f.account_id = s.account_id AND f.status = 'active'
  LEFT JOIN staff_line l ON l.customer_id = s.customer_id AND l.manager_id = s.staff_id AND l.staff_id = s.staff_id`;

/** Neither ended nor too old or too long unused, of an open organisation, and of an account that is still what was judged. */
export function isLive(row: LiveRow, now: number): boolean {
  if (row.ended_at !== null || now >= Number(row.expires_at) || now >= Number(row.last_seen_at) + IDLE_MS) return false;
  if (row.kind === 'customer' && row.status !== 'A') return false;
  return !isOvertaken(row);
}

/**
 * The account is no longer what was judged when this session began: a new password, another role, suspension or an
 * authenticator app, committed while somebody was signing in, has ended the sessions that it found, and this row came after. Compared on each call, so
 * that neither order nor cluster node matters, and signing in needs no lock.
 */
function isOvertaken(row: LiveRow): boolean {
  if (row.account_status === null) return false;
  if (row.account_status !== 'active' || row.account_role !== row.role) return true;
  // Setting an app up ended every session that did not show it.
  if (row.active_app !== null && row.second_factor === null) return true;
  return row.password_set_at !== null && Number(row.password_set_at) !== Number(row.password_changed_at);
}

export function actorOf(row: LiveRow): Actor {
  return {
    kind: row.kind as Actor['kind'],
    role: row.role as Actor['role'],
    account_id: idFromBytes(row.account_id),
    staff_id: row.staff_id ? idFromBytes(row.staff_id) : null,
    eid: row.eid,
    session_id: idFromBytes(row.session_id),
    authenticated_at: Number(row.authenticated_at),
    is_strong: isStrong(row),
    is_manager: row.leads !== null,
  };
}

/** By what is still in force: an app that was reset while its code was being judged makes no session strong. */
const isStrong = ({ second_factor, active_app }: LiveRow): boolean =>
  second_factor === 'passkey' || (second_factor !== null && active_app !== null);

export function factsOf(row: FactsRow): CustomerFacts {
  return {
    customer_id: row.customer_id,
    time_zone: row.time_zone ?? 'UTC',
    financial_year_start_month: row.financial_year_start_month ?? 1,
    matrix_version: row.matrix_version ?? 0,
    directory_version: row.directory_version ?? 0,
    status: row.status ?? 'A',
    writes_until: instantOf(row.writes_until),
    second_factor_required_since: instantOf(row.second_factor_required_since),
  };
}
