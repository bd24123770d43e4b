import { call } from './auth-api';
import { ApiError } from './api-error';
import { expire, fresh, leadToSecondFactor } from './session';

/**
 * A call of somebody signed in, from a page that loads neither axios nor Refine. As in the workspace, an ended session
 * leads to the sign-in page and its one dialog (specification §8), a lacking second factor to where one is set up; whoever
 * waits then waits on, for the page is leaving. Throws any other `ApiError`.
 */
export async function signedCall<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
  await fresh();
  try {
    return (await call<T>(method, path, body, { signed: true })).body;
  } catch (error) {
    if (error instanceof ApiError && error.statusCode === 401) expire();
    else if (error instanceof ApiError && error.code === 'second_factor_required') leadToSecondFactor();
    else throw error;
    return new Promise<never>(() => undefined);
  }
}
