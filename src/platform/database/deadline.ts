import { requestContext, withRequestContext, type RequestContext } from '../http/request-context';

/** One statement of a request, waiting for its connection included: 503 within 5 s of silence (docs: Integrity). */
const STATEMENT_MS = 4_000;
/** All that a request waits for the database. */
const REQUEST_MS = 30_000;
/** One statement of a background job, behind which no client waits. */
const JOB_MS = 30_000;
/** A transaction that was undone (a deadlock, a lock that did not come) is not begun again later than this. */
const RETRY_MS = 3_000;

interface Budget {
  readonly statement: number;
  left: number;
}
const budgets = new WeakMap<RequestContext, Budget>();

/** The database did not answer in time: 503 (errors/database-away.ts maps the code). */
export class DatabaseSlow extends Error {
  readonly code = 'DATABASE_SLOW';
  constructor() {
    super('The database did not answer in time');
  }
}

function budget(): Budget | undefined {
  const request = requestContext();
  if (!request) return undefined;
  const known = budgets.get(request) ?? { statement: STATEMENT_MS, left: REQUEST_MS };
  budgets.set(request, known);
  return known;
}

/** Milliseconds that this request may still wait for the database; of a job: for this statement. */
export const timeLeft = (): number => budget()?.left ?? JOB_MS;

/** Milliseconds that the next statement may take. */
export function statementTime(): number {
  const { statement, left } = budget() ?? { statement: JOB_MS, left: JOB_MS };
  return Math.min(statement, left);
}

/** Milliseconds from its first begin in which a transaction is tried again. */
export const retryTime = (): number => (budget() ? Math.min(RETRY_MS, timeLeft()) : JOB_MS);

/** `work` has a time of its own, whatever is left to the request, and each statement may take all of it: a report. */
export function withTimeOfItsOwn<T>(milliseconds: number, work: () => T): T {
  const request = requestContext();
  if (!request) return work();
  const own = { ...request };
  budgets.set(own, { statement: milliseconds, left: milliseconds });
  return withRequestContext(own, work);
}

/**
 * @param work a function is given `extend`, which starts the time limit anew, as far as the request's time allows
 * @param onTimeout leaves `work` behind so that no other request gets its connection
 * @throws DatabaseSlow when `work` takes longer than `milliseconds`
 */
export async function withTimeout<T>(
  work: Promise<T> | ((extend: () => void) => Promise<T>),
  milliseconds: number,
  onTimeout: () => void,
): Promise<T> {
  const own = budget();
  const began = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let fail = (): void => undefined;
  const timeout = new Promise<never>((_, reject) => {
    fail = () => {
      onTimeout();
      reject(new DatabaseSlow());
    };
  });
  const start = (): void => {
    clearTimeout(timer);
    const left = own ? own.left - (performance.now() - began) : milliseconds;
    timer = setTimeout(fail, Math.min(milliseconds, left));
  };
  timer = setTimeout(fail, milliseconds);
  try {
    return await Promise.race([work instanceof Promise ? work : work(start), timeout]);
  } finally {
    clearTimeout(timer);
    if (own) own.left -= performance.now() - began;
  }
}
