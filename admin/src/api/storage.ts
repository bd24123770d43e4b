import type { Identity, Me } from '@contract/account.responses';
import { RECENT_KEY } from './recent-items';
import { WATCHED_JOBS } from './watched-jobs';

/**
 * Session data in the browser, under the keys of the specification (§3 "Browser storage"): in local storage Auth_Token,
 * Customer_Id, Customer_Name, four counts, EID and OID; in session storage the current user. No other module reads or
 * writes these keys.
 */

/** The current user as the specification stores it, plus the fields that our screens need. */
export type CurrentUser = Pick<
  Identity,
  'token' | 'first_name' | 'last_name' | 'role' | 'kind' | 'user_name' | 'email' | 'staff_id' | 'second_factor_required'
>;

const USER_KEY = 'currentUser';
const EXPIRES_KEY = 'Auth_Expires';
const COUNT_KEYS = ['total_staff', 'no_of_staff', 'total_training', 'no_of_training'] as const;
const LOCAL_STORAGE_KEYS = ['Auth_Token', EXPIRES_KEY, 'EID', 'OID', 'Customer_Id', 'Customer_Name', ...COUNT_KEYS];

const listeners = new Set<() => void>();

/** Subscribes to session changes of this tab (other tabs fire `storage`). @returns the unsubscribe function */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const notifySessionChange = (): void => listeners.forEach((listener) => listener());

/** A user is signed in if an Auth_Token exists (specification §3). */
export const readToken = (): string | null => localStorage.getItem('Auth_Token');

/** Headers of every authenticated call (specification §7); empty when signed out. */
export function authHeaders(): Record<string, string> {
  const token = readToken();
  if (!token) return {};
  return {
    'Content-Type': 'application/json',
    Authorization: `Bearer ${token}`,
    EID: localStorage.getItem('EID') ?? '',
    OID: localStorage.getItem('OID') ?? '',
  };
}

/** Expiry of the token in milliseconds of the local clock; 0 if unknown. */
export const readExpiry = (): number => Number(localStorage.getItem(EXPIRES_KEY)) || 0;

export const readCustomer = (): { id: string; name: string } => ({
  id: localStorage.getItem('Customer_Id') ?? '',
  name: localStorage.getItem('Customer_Name') ?? '',
});

export function readUser(): CurrentUser | null {
  try {
    return JSON.parse(sessionStorage.getItem(USER_KEY) ?? 'null') as CurrentUser | null;
  } catch {
    return null;
  }
}

/** The last user of this browser, who did not sign out, was another account. */
const isDifferentUser = ({ eid, oid }: Identity): boolean =>
  localStorage.getItem('EID') !== String(eid) || localStorage.getItem('OID') !== String(oid);

function clearUserActivity(): void {
  for (const key of [RECENT_KEY, WATCHED_JOBS]) localStorage.removeItem(key);
}

/** @param localExpiry `expires_at` converted to the local clock, which may be wrong by hours */
export function saveIdentity(identity: Identity, localExpiry: number): void {
  if (isDifferentUser(identity)) clearUserActivity();
  const { token, first_name, last_name, role, kind, user_name, email, staff_id, second_factor_required } = identity;
  const user = { token, first_name, last_name, role, kind, user_name, email, staff_id, second_factor_required };
  sessionStorage.setItem(USER_KEY, JSON.stringify(user satisfies CurrentUser));
  localStorage.setItem('EID', String(identity.eid));
  localStorage.setItem('OID', String(identity.oid));
  localStorage.setItem('Customer_Id', String(identity.customer_id));
  localStorage.setItem('Customer_Name', identity.customer_name);
  localStorage.setItem(EXPIRES_KEY, String(localExpiry));
  // Written last: other tabs react to the token and must find the other keys.
  localStorage.setItem('Auth_Token', token);
  notifySessionChange();
}

/** The requirement may change, and a second factor be set up, during the session. */
export function saveSecondFactorRequired(second_factor_required: boolean): void {
  const user = readUser();
  if (user) sessionStorage.setItem(USER_KEY, JSON.stringify({ ...user, second_factor_required } satisfies CurrentUser));
}

export function saveCounts(counts: Pick<Me, (typeof COUNT_KEYS)[number]>): void {
  for (const key of COUNT_KEYS) localStorage.setItem(key, String(counts[key] ?? ''));
}

/** Removes the user of this tab, for example after another tab has ended or replaced the session. */
export function clearUser(): void {
  sessionStorage.removeItem(USER_KEY);
  notifySessionChange();
}

/** Sign-out: removes everything of the session. Language and layout stay, they belong to the browser. */
export function clearSession(): void {
  for (const key of LOCAL_STORAGE_KEYS) localStorage.removeItem(key);
  clearUserActivity();
  clearUser();
}
