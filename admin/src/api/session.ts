import type { Identity } from '@contract/account.responses';
import { deleteAllDrafts } from './drafts';
import { authApi } from './auth-api';
import { ApiError } from './api-error';
import {
  clearSession,
  clearUser,
  saveIdentity,
  saveSecondFactorRequired,
  readExpiry,
  readToken,
  readUser,
} from './storage';
import { readImpersonation } from './impersonation';

/** Refresh this long before the token expires; its lifetime is 15 minutes. */
const REFRESH_EARLY_MS = 60_000;
const REFRESH_LOCK = 'skilgrid-refresh';
const STORAGE_LAG_MS = 250;
const EXPIRED_FLAG = 'session_expired';
const SECOND_FACTOR_PATH = '/second-factor';

let refreshTimer: ReturnType<typeof setTimeout> | undefined;
let pendingRefresh: Promise<void> | null = null;
let isLeaving = false;

export const isSignedIn = (): boolean => readToken() !== null;

/**
 * Signs in. User name and password are sent as typed; `code` is the second factor.
 * Throws `ApiError`: 401 `login_failed` is a wrong password, 401 `second_factor_needed` asks for a code.
 */
export async function login(userName: string, password: string, code?: string): Promise<Identity> {
  const answer = await authApi.login(userName, password, code);
  applyIdentity(answer.body, answer.serverNow);
  return answer.body;
}

/** Sets the first password of an invited user and signs in. Throws `ApiError`. */
export async function acceptInvitation(handle: string, password: string): Promise<Identity> {
  const answer = await authApi.acceptInvitation(handle, password);
  // Another user may have been signed in here.
  clearSession();
  deleteAllDrafts();
  applyIdentity(answer.body, answer.serverNow);
  return answer.body;
}

const logoutTasks = new Set<() => Promise<void>>();

/** Registers a task that must reach the server before the session ends. The task must not reject. */
export const onBeforeLogout = (task: () => Promise<void>): void => void logoutTasks.add(task);

/** Ends the session here and on the server; offline only here. */
export async function logout(): Promise<void> {
  isLeaving = true;
  await Promise.all([...logoutTasks].map((task) => task()));
  try {
    await authApi.logout();
  } catch {
    // The session ends here in any case.
  }
  clearTimeout(refreshTimer);
  clearSession();
  deleteAllDrafts();
  location.assign('/auth/login');
}

/**
 * Resolves when the token may be used: after a refresh if it expires soon or if this tab does not know its user yet
 * (session storage is per tab).
 */
export async function ensureFreshToken(): Promise<void> {
  if (!isSignedIn()) return;
  const expiry = readExpiry();
  const isExpiring = expiry > 0 && expiry - Date.now() < REFRESH_EARLY_MS;
  if (!isExpiring && readUser()) {
    scheduleRefresh();
    return;
  }
  pendingRefresh ??= refresh().finally(() => (pendingRefresh = null));
  await pendingRefresh;
}

async function refresh(): Promise<void> {
  const before = readToken();
  let retryMs = 1_000;
  await withRefreshLock(async () => {
    // Another tab has already refreshed the token.
    if (readToken() !== before && readUser() && readExpiry() - Date.now() > REFRESH_EARLY_MS) return;
    if (!isSignedIn()) return;
    try {
      const answer = await authApi.refresh();
      applyIdentity(answer.body, answer.serverNow);
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 401) expireSession();
      // No network or a server restart: keep the session, the next call retries.
      else retryMs = 15_000;
    }
  });
  scheduleRefresh(retryMs);
}

/** Web Locks are missing on plain http; the server then accepts the rotated cookie for 30 more seconds. */
async function withRefreshLock(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  const hasLock = await navigator.locks.request(REFRESH_LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
  if (hasLock) return;
  await navigator.locks.request(REFRESH_LOCK, async () => {
    // Local storage written by another tab is visible here shortly after its lock is released.
    await new Promise((resolve) => setTimeout(resolve, STORAGE_LAG_MS));
    await work();
  });
}

/** Stores a new identity. @param serverNow the server's clock in milliseconds, null if unknown */
export function applyIdentity(identity: Identity, serverNow: number | null): void {
  const skew = serverNow === null ? 0 : Date.now() - serverNow;
  const expires = Date.parse(identity.expires_at);
  saveIdentity(identity, Number.isFinite(expires) ? expires + skew : 0);
  scheduleRefresh();
}

function scheduleRefresh(atLeast = 1_000): void {
  clearTimeout(refreshTimer);
  const expiry = readExpiry();
  if (!isSignedIn() || expiry === 0) return;
  refreshTimer = setTimeout(
    () => void ensureFreshToken(),
    Math.max(atLeast, expiry - Date.now() - REFRESH_EARLY_MS + 500),
  );
}

/**
 * The server no longer accepts the session: clears it and loads the sign-in page, which shows the dialog. Forms save
 * their own drafts.
 */
export function expireSession(): void {
  if (isLeaving || !isSignedIn()) return;
  isLeaving = true;
  clearTimeout(refreshTimer);
  // Forms with unsaved input keep their draft and do not block leaving the page (components/leave-guard).
  dispatchEvent(new CustomEvent('session-expired'));
  clearSession();
  sessionStorage.setItem(EXPIRED_FLAG, '1');
  location.assign(signInAddress());
}

/**
 * For changes that end the session, such as a new password: the page stays until the user has read its message.
 * `logout` then leads to the sign-in page.
 */
export function suppressSessionRedirects(): void {
  isLeaving = true;
  clearTimeout(refreshTimer);
}

/** The customer requires a second factor: opens the page that sets one up. */
export function redirectToSecondFactor(): void {
  if (isLeaving || !isSignedIn() || location.pathname === SECOND_FACTOR_PATH) return;
  isLeaving = true;
  dispatchEvent(new CustomEvent('session-expired'));
  saveSecondFactorRequired(true);
  location.assign(secondFactorAddress());
}

/** `/second-factor?to=…` with the current page. */
export const secondFactorAddress = (): string =>
  `${SECOND_FACTOR_PATH}?to=${encodeURIComponent(location.pathname + location.search)}`;

/** True once after an expiry; resets the flag. */
export function consumeExpiredFlag(): boolean {
  const expired = sessionStorage.getItem(EXPIRED_FLAG) === '1';
  sessionStorage.removeItem(EXPIRED_FLAG);
  return expired;
}

/** `/auth/login?to=…` with the current page. */
export function signInAddress(): string {
  const here = location.pathname + location.search;
  return here === '/' || here.startsWith('/auth/') ? '/auth/login' : `/auth/login?to=${encodeURIComponent(here)}`;
}

/** Path to open after sign-in. Only own paths; `//evil.example`, `/\evil.example` and full URLs become `/home`. */
export function safeRedirectPath(to: string | null): string {
  if (!to || !to.startsWith('/')) return '/home';
  try {
    const url = new URL(to, location.origin);
    if (url.origin !== location.origin || url.pathname.startsWith('/auth/')) return '/home';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/home';
  }
}

/** Another account signed in in another tab. Employee codes repeat between customers, so both keys count. */
const isDifferentAccount = ({ key, oldValue, newValue }: StorageEvent): boolean =>
  (key === 'EID' || key === 'OID') && Boolean(oldValue && newValue) && oldValue !== newValue;

/** Refreshes the session when the tab becomes visible and follows sign-ins and sign-outs of other tabs. */
export function watchSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && isSignedIn()) void ensureFreshToken();
  });
  addEventListener('storage', (event) => {
    // key null: another tab cleared everything.
    if (event.key !== 'Auth_Token' && event.key !== null && !isDifferentAccount(event)) return;
    const onPublicPage = location.pathname.startsWith('/auth/');
    if (!isSignedIn() && !isLeaving && !onPublicPage) {
      isLeaving = true;
      clearUser();
      location.assign(signInAddress());
    } else if (isDifferentAccount(event)) {
      // Another account signed in: this tab must not show its user and rows any more.
      clearUser();
      location.reload();
    } else scheduleRefresh();
  });
  if (isSignedIn()) scheduleRefresh();
  // The back/forward cache may restore a page of another impersonated customer.
  const customer = readImpersonation()?.customer_id;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readImpersonation()?.customer_id !== customer) location.reload();
  });
}
