import axios, {
  AxiosHeaders,
  type AxiosError,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import { ApiError, type ApiErrorBody } from './api-error';
import { authApi } from './auth-api';
import { API_ROOT, WITH_COOKIES } from './env';
import { authHeaders, readToken } from './storage';

/**
 * The axios instance of the workspace. Adds the session headers (Authorization, EID, OID), renews expired tokens, turns
 * every error into an `ApiError` and counts open requests for the progress bar.
 */
export const http = axios.create({
  baseURL: API_ROOT,
  withCredentials: WITH_COOKIES,
  headers: { Accept: 'application/json' },
  paramsSerializer: { encode: encodeURIComponent },
});

/** Fired on `window`, once per expired token. */
export const SESSION_EXPIRED = 'session-expired';
/** Fired on `window` if the customer requires a second factor that the session lacks. */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required';
/** Fired on `window` with the new identity as `detail` after a token renewal; session.ts stores it. */
export const SESSION_RENEWED = 'session-renewed';

interface Activity {
  /** Open requests. */
  readonly pending: number;
  /** Whether the last request failed: the progress bar then disappears at once instead of after 500 ms. */
  readonly failed: boolean;
}

function activityStore() {
  let state: Activity = { pending: 0, failed: false };
  const listeners = new Set<() => void>();
  const update = (next: Activity) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: (): Activity => state,
    start: () => update({ pending: state.pending + 1, failed: false }),
    finish: (failed: boolean) => update({ pending: Math.max(0, state.pending - 1), failed }),
  };
}

/** For `useSyncExternalStore(requestActivity.subscribe, requestActivity.getSnapshot)`. */
export const requestActivity = activityStore();

/** The request config with the token it was sent with, and whether this is the retry after a renewal. */
type SentRequest = AxiosRequestConfig & { sentToken?: string; retried?: boolean };

http.interceptors.request.use((config) => {
  const token = readToken();
  // After a sign-out this page stays until the sign-in page has loaded, and its queries may run again.
  if (!token) throw new ApiError(401, { code: 'unauthenticated' });
  requestActivity.start();
  // The server reads `+` literally (docs/api.md), but URLSearchParams encodes spaces as `+`.
  if (config.url) config.url = config.url.replaceAll('+', '%20');
  for (const [name, value] of Object.entries(authHeaders())) config.headers.set(name, value);
  // A Blob or FormData body sets its own content type.
  if (config.data instanceof FormData) config.headers.delete('Content-Type');
  else if (config.data instanceof Blob) config.headers.set('Content-Type', 'application/octet-stream');
  else if (config.data === undefined) setJsonContentType(config);
  (config as SentRequest).sentToken = token;
  return config;
});

/** axios drops the Content-Type header if there is no body; the specification requires it on every call (§7). */
function setJsonContentType(config: InternalAxiosRequestConfig): void {
  config.headers.set('Content-Type', 'application/json');
  config.data = null;
  config.transformRequest = [];
}

http.interceptors.response.use(
  (response) => {
    requestActivity.finish(false);
    return response;
  },
  async (error: AxiosError<ApiErrorBody> | ApiError) => {
    // Thrown by a request interceptor before the request was counted.
    if (error instanceof ApiError) throw error;
    const isCancelled = axios.isCancel(error);
    requestActivity.finish(!isCancelled);
    if (isCancelled) throw error;
    const sent = error.config as SentRequest | undefined;
    if (error.response?.status === 401 && sent?.sentToken) {
      if (!sent.retried && (await ensureNewerToken(sent.sentToken))) return retryRequest(sent);
      announceExpiry(sent.sentToken);
    }
    if (error.response?.data?.code === 'second_factor_required')
      window.dispatchEvent(new CustomEvent(SECOND_FACTOR_REQUIRED));
    throw toApiError(error);
  },
);

function retryRequest(sent: SentRequest): Promise<AxiosResponse> {
  const retry: SentRequest = { ...sent, headers: AxiosHeaders.from(sent.headers as AxiosHeaders), retried: true };
  return http.request(retry);
}

let pendingRenewal: Promise<boolean> | undefined;

/** True if the storage has a newer token than the rejected one. Parallel requests share one renewal. */
async function ensureNewerToken(refusedToken: string): Promise<boolean> {
  const current = readToken();
  if (current === null) return false;
  if (current !== refusedToken) return true;
  pendingRenewal ??= refreshSession().finally(() => (pendingRenewal = undefined));
  return pendingRenewal;
}

async function refreshSession(): Promise<boolean> {
  try {
    const { body } = await authApi.refresh();
    if (!body?.token) return false;
    window.dispatchEvent(new CustomEvent(SESSION_RENEWED, { detail: body }));
    return true;
  } catch {
    return false;
  }
}

let announcedToken: string | undefined;

function announceExpiry(token: string): void {
  if (announcedToken === token) return;
  announcedToken = token;
  window.dispatchEvent(new CustomEvent(SESSION_EXPIRED));
}

function toApiError({ response, message }: AxiosError<ApiErrorBody>): ApiError {
  if (!response) return new ApiError(0, { message });
  const { status, statusText, data, headers } = response;
  // A proxy may answer without JSON; the status text is then the message (specification §8).
  const body = typeof data === 'object' && data !== null ? data : {};
  return new ApiError(status, { message: statusText, ...body }, (name) => headers[name]);
}
