import type { Identity, Me } from '@contract/account-answers';
import { RECENT } from './recent';
import { WATCHED_JOBS } from './watched-jobs';

/**
 * What the browser keeps of a session, under the names the specification gives (§3 "Browser storage"): local storage
 * Auth_Token, Customer_Id, Customer_Name and the four counts, EID and OID beside the token; session storage the current
 * user. Nothing else reads or writes these keys.
 */

/** The current user as the specification stores it, with what our own screens need besides. */
export type CurrentUser = Pick<
  Identity,
  'token' | 'first_name' | 'last_name' | 'role' | 'kind' | 'user_name' | 'email' | 'staff_id' | 'second_factor_required'
>;

const USER = 'currentUser';
const EXPIRES = 'Auth_Expires';
const COUNTS = ['total_staff', 'no_of_staff', 'total_training', 'no_of_training'] as const;
const LOCAL = ['Auth_Token', EXPIRES, 'EID', 'OID', 'Customer_Id', 'Customer_Name', ...COUNTS];

const listeners = new Set<() => void>();

/** Subscribes to changes of the session by this tab; for other tabs the browser fires `storage`. @returns the unsubscribe function */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
export const sessionChanged = (): void => listeners.forEach((listener) => listener());

/** Signed in means: an Auth_Token exists (specification §3). */
export const readToken = (): string | null => localStorage.getItem('Auth_Token');

/** The headers of every call once a token exists (specification §7; contract.md, Scope); empty when signed out. */
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

/** Milliseconds of this machine's clock at which the token ends; 0 when unknown. */
export const readExpiry = (): number => Number(localStorage.getItem(EXPIRES)) || 0;

export const readCustomer = (): { id: string; name: string } => ({
  id: localStorage.getItem('Customer_Id') ?? '',
  name: localStorage.getItem('Customer_Name') ?? '',
});

export function readUser(): CurrentUser | null {
  try {
    return JSON.parse(sessionStorage.getItem(USER) ?? 'null') as CurrentUser | null;
  } catch {
    return null;
  }
}

/** Another person, or of another organisation, than this machine's last one who did not sign out. */
const isSomebodyElse = ({ eid, oid }: Identity): boolean =>
  localStorage.getItem('EID') !== String(eid) || localStorage.getItem('OID') !== String(oid);

/** What somebody opened and began here. */
function forgetDoings(): void {
  for (const key of [RECENT, WATCHED_JOBS]) localStorage.removeItem(key);
}

/** `localExpiry`: `expires_at` moved to this machine's clock, which may be wrong by hours. */
export function keepIdentity(identity: Identity, localExpiry: number): void {
  if (isSomebodyElse(identity)) forgetDoings();
  const { token, first_name, last_name, role, kind, user_name, email, staff_id, second_factor_required } = identity;
  const user = { token, first_name, last_name, role, kind, user_name, email, staff_id, second_factor_required };
  sessionStorage.setItem(USER, JSON.stringify(user satisfies CurrentUser));
  localStorage.setItem('EID', String(identity.eid));
  localStorage.setItem('OID', String(identity.oid));
  localStorage.setItem('Customer_Id', String(identity.customer_id));
  localStorage.setItem('Customer_Name', identity.customer_name);
  localStorage.setItem(EXPIRES, String(localExpiry));
  // Last: the other tabs act when the token changes, and must find the rest in place.
  localStorage.setItem('Auth_Token', token);
  sessionChanged();
}

/** The rule may change, and a second factor be set up, while the session lives: another page is opened then. */
export function keepSecondFactorRequired(second_factor_required: boolean): void {
  const user = readUser();
  if (user) sessionStorage.setItem(USER, JSON.stringify({ ...user, second_factor_required } satisfies CurrentUser));
}

export function keepCounts(counts: Pick<Me, (typeof COUNTS)[number]>): void {
  for (const key of COUNTS) localStorage.setItem(key, String(counts[key] ?? ''));
}

/** Removes the user of this tab, for example after another tab has ended or replaced the session. */
export function forgetUser(): void {
  sessionStorage.removeItem(USER);
  sessionChanged();
}

/** Logout: nothing of the session stays; the language and the chosen layout do, they belong to the machine. */
export function clearSession(): void {
  for (const key of LOCAL) localStorage.removeItem(key);
  forgetDoings();
  forgetUser();
}
