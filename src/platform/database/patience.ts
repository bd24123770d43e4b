import { performance } from 'node:perf_hooks';
import { requestContext, withRequestContext, type RequestContext } from '../http/request-context';

/** What a request waits for the database in all; with its ending it is answered within 5 s (contract.md, Integrity). */
const REQUEST_MS = 3_000;
/** Workers wait longer, statement by statement: nobody stands in line behind them. */
const WORKER_MS = 30_000;
/** COMMIT and ROLLBACK are still sent when patience is over: a transaction must not stay open. */
export const ENDING_MS = 500;

const left = new WeakMap<RequestContext, number>();

/** The database did not answer in time: 503 (errors/database-away.ts knows the code). */
export class DatabaseSlow extends Error {
  readonly code = 'DATABASE_SLOW';
  constructor() {
    super('The database did not answer in time');
  }
}

/** Milliseconds that this request, or this statement of a worker, may still wait. */
export function patienceLeft(): number {
  const request = requestContext();
  return request ? (left.get(request) ?? REQUEST_MS) : WORKER_MS;
}

export function spendPatience(milliseconds: number): void {
  const request = requestContext();
  if (request) left.set(request, patienceLeft() - milliseconds);
}

/** What has a time of its own, whatever is left to the request that set it off: a report that others wait for, too. */
export function inOwnTime<T>(milliseconds: number, work: () => T): T {
  const request = requestContext();
  if (!request) return work();
  const own = { ...request };
  left.set(own, milliseconds);
  return withRequestContext(own, work);
}

/**
 * Waits for `work` as long as there is patience. Only the time in which the process had nothing else to do counts: what
 * takes long because we ourselves are busy (a large matrix beside it) is not the database's fault.
 * @param giveUp leaves `work` behind in such a way that nobody else gets its connection
 * @param least waits at least this long, however little patience is left
 * @throws DatabaseSlow
 */
export function withPatience<T>(work: () => Promise<T>, giveUp: () => void, least = 0): Promise<T> {
  const allowed = Math.max(patienceLeft(), least);
  if (allowed <= 0) return Promise.reject(new DatabaseSlow());
  const began = performance.eventLoopUtilization();
  const waited = (): number => performance.eventLoopUtilization(began).idle;
  return new Promise<T>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const look = (): void => {
      const rest = allowed - waited();
      if (rest > 1) {
        timer = setTimeout(look, rest);
        return;
      }
      spendPatience(allowed);
      giveUp();
      reject(new DatabaseSlow());
    };
    timer = setTimeout(look, allowed);
    const settle = (): void => {
      clearTimeout(timer);
      spendPatience(waited());
    };
    work().then(
      (answer) => {
        settle();
        resolve(answer);
      },
      (error: unknown) => {
        settle();
        reject(error as Error);
      },
    );
  });
}

/** Pauses between tries; it counts as waiting. */
export async function pausePatiently(milliseconds: number): Promise<void> {
  const began = performance.now();
  await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  spendPatience(performance.now() - began);
}
