import type { Identity } from '@contract/account-answers';
import { dropAllDrafts } from './drafts';
import { authApi } from './auth-api';
import { ApiError } from './api-error';
import {
  clearSession,
  forgetUser,
  keepIdentity,
  keepSecondFactorRequired,
  readExpiry,
  readToken,
  readUser,
} from './storage';
import { readViewing } from './viewing';

/** Refresh this long before the token ends: long enough for a slow line, short against its 15 minutes. */
const EARLY_MS = 60_000;
const LOCK = 'skilgrid-refresh';
const STORAGE_LAG_MS = 250;
const EXPIRED_FLAG = 'session_expired';
const SECOND_FACTOR = '/second-factor';

let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<void> | null = null;
let leaving = false;

export const signedIn = (): boolean => readToken() !== null;

/**
 * The user name and password must be as typed; `code` is the second factor's. Throws `ApiError` (401 `login_failed` is a
 * wrong password, 401 `second_factor_needed` asks for a code: no expiry).
 */
export async function login(userName: string, password: string, code?: string): Promise<Identity> {
  const answer = await authApi.login(userName, password, code);
  keep(answer.body, answer.serverNow);
  return answer.body;
}

/** The first password of an invited person, who is signed in with it. Throws `ApiError`. */
export async function acceptInvitation(handle: string, password: string): Promise<Identity> {
  const answer = await authApi.acceptInvitation(handle, password);
  // Another user may have been signed in here.
  clearSession();
  dropAllDrafts();
  keep(answer.body, answer.serverNow);
  return answer.body;
}

const beforeLogout = new Set<() => Promise<void>>();

/** What has to reach the server while the session still holds. It never rejects. */
export const finishBeforeLogout = (finish: () => Promise<void>): void => void beforeLogout.add(finish);

/** Ends the session here and on the server. Offline, it still ends here. */
export async function logout(): Promise<void> {
  leaving = true;
  await Promise.all([...beforeLogout].map((finish) => finish()));
  try {
    await authApi.logout();
  } catch {
    // The refresh cookie dies with its session row; nothing the user could do about a failure here.
  }
  clearTimeout(timer);
  clearSession();
  dropAllDrafts();
  location.assign('/auth/login');
}

/**
 * Resolves when the token may be used: at once, or after a refresh when it is about to end or when this tab does not
 * yet know its user (a link opened in a new tab: session storage is the tab's own).
 */
export async function fresh(): Promise<void> {
  if (!signedIn()) return;
  const expiry = readExpiry();
  const aboutToEnd = expiry > 0 && expiry - Date.now() < EARLY_MS;
  if (!aboutToEnd && readUser()) {
    schedule();
    return;
  }
  running ??= refresh().finally(() => (running = null));
  await running;
}

async function refresh(): Promise<void> {
  const before = readToken();
  let wait = 1_000;
  await oneTabAtATime(async () => {
    // Another tab was faster: its token is ours too, unless this tab still lacks its user.
    if (readToken() !== before && readUser() && readExpiry() - Date.now() > EARLY_MS) return;
    if (!signedIn()) return;
    try {
      const answer = await authApi.refresh();
      keep(answer.body, answer.serverNow);
    } catch (error) {
      if (error instanceof ApiError && error.statusCode === 401) expire();
      // Anything else (no network, a restart): keep the session, the next call tries again.
      else wait = 15_000;
    }
  });
  schedule(wait);
}

/** Web Locks are missing on plain http; there the server's 30 seconds of grace for the rotated cookie carry us. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  const first = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await work();
    return lock !== null;
  });
  if (first) return;
  await navigator.locks.request(LOCK, async () => {
    // What the other tab wrote to local storage reaches this tab's process a moment after its lock is free.
    await new Promise((go) => setTimeout(go, STORAGE_LAG_MS));
    await work();
  });
}

/** Takes over an identity that the server just gave. `serverNow`: its clock in milliseconds, null when unknown. */
export function keep(identity: Identity, serverNow: number | null): void {
  const skew = serverNow === null ? 0 : Date.now() - serverNow;
  const expires = Date.parse(identity.expires_at);
  keepIdentity(identity, Number.isFinite(expires) ? expires + skew : 0);
  schedule();
}

function schedule(atLeast = 1_000): void {
  clearTimeout(timer);
  const expiry = readExpiry();
  if (!signedIn() || expiry === 0) return;
  timer = setTimeout(() => void fresh(), Math.max(atLeast, expiry - Date.now() - EARLY_MS + 500));
}

/**
 * The server no longer accepts the session: forget it and reload at the sign-in page, which then shows the one dialog.
 * The session's drafts are kept by whoever typed them (the form kit), not here.
 */
export function expire(): void {
  if (leaving || !signedIn()) return;
  leaving = true;
  clearTimeout(timer);
  // Whoever guards unsaved input keeps its draft and lets the page go (kit/leave-guard).
  dispatchEvent(new CustomEvent('session-expired'));
  clearSession();
  sessionStorage.setItem(EXPIRED_FLAG, '1');
  location.assign(signInAddress());
}

/**
 * After the user ended the session here, as by a new password: the page stays until its message was read, although the
 * server now refuses this session. `logout` leads to the sign-in page.
 */
export function stayUntilLogout(): void {
  leaving = true;
  clearTimeout(timer);
}

/** The organisation requires a second factor of this session: leaves whatever is shown for the page that sets one up. */
export function leadToSecondFactor(): void {
  if (leaving || !signedIn() || location.pathname === SECOND_FACTOR) return;
  leaving = true;
  dispatchEvent(new CustomEvent('session-expired'));
  keepSecondFactorRequired(true);
  location.assign(secondFactorAddress());
}

/** `/second-factor?to=…`, which leads back to where the user is now. */
export const secondFactorAddress = (): string =>
  `${SECOND_FACTOR}?to=${encodeURIComponent(location.pathname + location.search)}`;

/** True once after an expiry; asking takes the flag away. */
export function takeExpiredFlag(): boolean {
  const expired = sessionStorage.getItem(EXPIRED_FLAG) === '1';
  sessionStorage.removeItem(EXPIRED_FLAG);
  return expired;
}

/** `/auth/login?to=…` that leads back to where the user is now. */
export function signInAddress(): string {
  const here = location.pathname + location.search;
  return here === '/' || here.startsWith('/auth/') ? '/auth/login' : `/auth/login?to=${encodeURIComponent(here)}`;
}

/** Only a path of our own is followed after sign-in; `//evil.example`, `/\evil.example` and full addresses lead home. */
export function ownPath(to: string | null): string {
  if (!to || !to.startsWith('/')) return '/home';
  try {
    const url = new URL(to, location.origin);
    if (url.origin !== location.origin || url.pathname.startsWith('/auth/')) return '/home';
    return url.pathname + url.search + url.hash;
  } catch {
    return '/home';
  }
}

/** Somebody else took this session's place: employee codes repeat from one organisation to the next, so either may tell. */
const isOther = ({ key, oldValue, newValue }: StorageEvent): boolean =>
  (key === 'EID' || key === 'OID') && Boolean(oldValue && newValue) && oldValue !== newValue;

/** Wakes the session after sleep and follows what other tabs do. Call once at start. */
export function watchSession(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && signedIn()) void fresh();
  });
  addEventListener('storage', (event) => {
    // key null: another tab cleared everything.
    if (event.key !== 'Auth_Token' && event.key !== null && !isOther(event)) return;
    const onPublicPage = location.pathname.startsWith('/auth/');
    if (!signedIn() && !leaving && !onPublicPage) {
      leaving = true;
      forgetUser();
      location.assign(signInAddress());
    } else if (isOther(event)) {
      // Somebody else signed in: this tab's user and rows are no longer theirs to see.
      forgetUser();
      location.reload();
    } else schedule();
  });
  if (signedIn()) schedule();
  // Back to a page that the browser kept whole, from before another organisation was looked at: it shows other rows.
  const customer = readViewing()?.customer_id;
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && readViewing()?.customer_id !== customer) location.reload();
  });
}
