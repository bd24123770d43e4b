import axios, {
  AxiosHeaders,
  type AxiosError,
  type AxiosRequestConfig,
  type AxiosResponse,
  type InternalAxiosRequestConfig,
} from 'axios';
import { ApiError, type ApiErrorBody } from './api-error';
import { authApi } from './auth-api';
import { API_ROOT, WITH_COOKIES } from './roots';
import { authHeaders, readToken } from './storage';

/**
 * The workspace's way to the server. Says who is asking (Authorization, EID, OID), renews a token that ran out, turns
 * every refusal into an `ApiError` and counts what is under way for the progress bar.
 */
export const http = axios.create({
  baseURL: API_ROOT,
  withCredentials: WITH_COOKIES,
  headers: { Accept: 'application/json' },
  paramsSerializer: { encode: encodeURIComponent },
});

/** Fired on `window` once for a session, however many of its requests are refused. */
export const SESSION_EXPIRED = 'session-expired';
/** Fired on `window` when a session turns out to lack the second factor that its organisation requires. */
export const SECOND_FACTOR_REQUIRED = 'second-factor-required';
/** Fired on `window` with the new identity as `detail` when a refused token was renewed; the session module keeps it. */
export const SESSION_RENEWED = 'session-renewed';

interface Activity {
  /** Requests under way. */
  readonly pending: number;
  /** Whether the request that ended last failed: the bar then goes at once instead of after 500 ms. */
  readonly failed: boolean;
}

function activityStore() {
  let state: Activity = { pending: 0, failed: false };
  const listeners = new Set<() => void>();
  const change = (next: Activity) => {
    state = next;
    listeners.forEach((listener) => listener());
  };
  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: (): Activity => state,
    began: () => change({ pending: state.pending + 1, failed: false }),
    ended: (failed: boolean) => change({ pending: Math.max(0, state.pending - 1), failed }),
  };
}

/** For `useSyncExternalStore(requestActivity.subscribe, requestActivity.getSnapshot)`. */
export const requestActivity = activityStore();

/** Carried along with a request: the token it went out with, and whether it is the second try after a renewal. */
type Sent = AxiosRequestConfig & { sentToken?: string; retried?: boolean };

http.interceptors.request.use((config) => {
  requestActivity.began();
  // The server keeps a `+` as a plus (contract.md, Envelope); URLSearchParams writes a space as one.
  if (config.url) config.url = config.url.replaceAll('+', '%20');
  const token = readToken();
  for (const [name, value] of Object.entries(authHeaders())) config.headers.set(name, value);
  // A file says itself what it is.
  if (config.data instanceof FormData) config.headers.delete('Content-Type');
  else if (config.data instanceof Blob) config.headers.set('Content-Type', 'application/octet-stream');
  else if (config.data === undefined) keepContentType(config);
  if (token) (config as Sent).sentToken = token;
  return config;
});

/** axios takes the header from what has no body; the specification's calls carry it always (§7). */
function keepContentType(config: InternalAxiosRequestConfig): void {
  config.headers.set('Content-Type', 'application/json');
  config.data = null;
  config.transformRequest = [];
}

http.interceptors.response.use(
  (response) => {
    requestActivity.ended(false);
    return response;
  },
  async (error: AxiosError<ApiErrorBody> | ApiError) => {
    // Refused before it was sent, and before it was counted (providers/viewing.ts).
    if (error instanceof ApiError) throw error;
    const cancelled = axios.isCancel(error);
    requestActivity.ended(!cancelled);
    if (cancelled) throw error;
    const sent = error.config as Sent | undefined;
    if (error.response?.status === 401 && sent?.sentToken) {
      if (!sent.retried && (await renewed(sent.sentToken))) return repeated(sent);
      announceExpiry(sent.sentToken);
    }
    if (error.response?.data?.code === 'second_factor_required')
      window.dispatchEvent(new CustomEvent(SECOND_FACTOR_REQUIRED));
    throw toApiError(error);
  },
);

function repeated(sent: Sent): Promise<AxiosResponse> {
  const again: Sent = { ...sent, headers: AxiosHeaders.from(sent.headers as AxiosHeaders), retried: true };
  return http.request(again);
}

let renewal: Promise<boolean> | undefined;

/** True when a newer token stands in the storage than the one that was refused. One renewal serves all that wait. */
async function renewed(refusedToken: string): Promise<boolean> {
  const current = readToken();
  if (current === null) return false;
  if (current !== refusedToken) return true;
  renewal ??= renew().finally(() => (renewal = undefined));
  return renewal;
}

async function renew(): Promise<boolean> {
  try {
    const { body } = await authApi.refresh();
    if (!body?.token) return false;
    window.dispatchEvent(new CustomEvent(SESSION_RENEWED, { detail: body }));
    return true;
  } catch {
    return false;
  }
}

let announced: string | undefined;

function announceExpiry(token: string): void {
  if (announced === token) return;
  announced = token;
  window.dispatchEvent(new CustomEvent(SESSION_EXPIRED));
}

function toApiError({ response, message }: AxiosError<ApiErrorBody>): ApiError {
  if (!response) return new ApiError(0, { message });
  const { status, statusText, data, headers } = response;
  // The status text where there is no message (specification §8): a proxy in between answers no JSON.
  const said = typeof data === 'object' && data !== null ? data : {};
  return new ApiError(status, { message: statusText, ...said }, (name) => headers[name]);
}
