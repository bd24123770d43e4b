import { fetchJson } from './auth-api';
import { ApiError } from './api-error';
import { expireSession, ensureFreshToken, redirectToSecondFactor } from './session';

/**
 * An authenticated call from a page that loads neither axios nor Refine. An ended session leads to the sign-in page
 * (specification §8), a missing second factor to its set-up; the promise then never resolves, because the page is
 * leaving. Throws any other `ApiError`.
 */
export async function authFetch<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
  await ensureFreshToken();
  try {
    return (await fetchJson<T>(method, path, body, { authenticated: true })).body;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 401) expireSession();
    else if (error instanceof ApiError && error.code === 'second_factor_required') redirectToSecondFactor();
    else throw error;
    return new Promise<never>(() => undefined);
  }
}
