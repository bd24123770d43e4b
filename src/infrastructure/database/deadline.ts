import { requestContext, withRequestContext, type RequestContext } from '../../common/http/request-context';

/** One statement of a request, including waiting for a connection (docs/operations.md). */
const STATEMENT_TIMEOUT_MS = 4_000;
/** Total database time of a request. */
const REQUEST_BUDGET_MS = 30_000;
/** One statement of a background job. */
const JOB_STATEMENT_TIMEOUT_MS = 30_000;
/** A rolled back transaction (deadlock, lock timeout) is not retried later than this. */
const RETRY_WINDOW_MS = 3_000;

interface Budget {
  readonly statement: number;
  remaining: number;
}
const budgetByRequest = new WeakMap<RequestContext, Budget>();

/** The database did not answer in time: 503 (common/errors/database-availability.ts maps the code). */
export class DatabaseTimeoutError extends Error {
  readonly code = 'DATABASE_SLOW';
  constructor() {
    super('The database did not answer in time');
  }
}

function currentBudget(): Budget | undefined {
  const request = requestContext();
  if (!request) return undefined;
  const existing = budgetByRequest.get(request) ?? { statement: STATEMENT_TIMEOUT_MS, remaining: REQUEST_BUDGET_MS };
  budgetByRequest.set(request, existing);
  return existing;
}

/** Milliseconds of database time left to this request; in a job, for this statement. */
export const timeLeft = (): number => currentBudget()?.remaining ?? JOB_STATEMENT_TIMEOUT_MS;

export function statementTimeout(): number {
  const { statement, remaining } = currentBudget() ?? {
    statement: JOB_STATEMENT_TIMEOUT_MS,
    remaining: JOB_STATEMENT_TIMEOUT_MS,
  };
  return Math.min(statement, remaining);
}

export const retryWindow = (): number =>
  currentBudget() ? Math.min(RETRY_WINDOW_MS, timeLeft()) : JOB_STATEMENT_TIMEOUT_MS;

/** Gives `work` a deadline of its own, which a single statement may use up: a report. */
export function withOwnDeadline<T>(milliseconds: number, work: () => T): T {
  const request = requestContext();
  if (!request) return work();
  const ownRequest = { ...request };
  budgetByRequest.set(ownRequest, { statement: milliseconds, remaining: milliseconds });
  return withRequestContext(ownRequest, work);
}

/**
 * @param work a function receives `extend`, which restarts the limit within the request's remaining time
 * @param onTimeout detaches `work`, so that no other request gets its connection
 * @throws DatabaseTimeoutError when `work` takes longer than `milliseconds`
 */
export async function withTimeout<T>(
  work: Promise<T> | ((extend: () => void) => Promise<T>),
  milliseconds: number,
  onTimeout: () => void,
): Promise<T> {
  const requestBudget = currentBudget();
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let fail = (): void => undefined;
  const timeout = new Promise<never>((_, reject) => {
    fail = () => {
      onTimeout();
      reject(new DatabaseTimeoutError());
    };
  });
  const start = (): void => {
    clearTimeout(timer);
    const remaining = requestBudget ? requestBudget.remaining - (performance.now() - startedAt) : milliseconds;
    timer = setTimeout(fail, Math.min(milliseconds, remaining));
  };
  timer = setTimeout(fail, milliseconds);
  try {
    return await Promise.race([work instanceof Promise ? work : work(start), timeout]);
  } finally {
    clearTimeout(timer);
    if (requestBudget) requestBudget.remaining -= performance.now() - startedAt;
  }
}
