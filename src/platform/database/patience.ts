import { performance } from 'node:perf_hooks';
import { requestContext, withRequestContext, type RequestContext } from '../http/request-context';

/**
 * How long the database may be silent: with its ending, a request is answered within 5 s. What counts is the time since it
 * last answered this request anything; a database that is far away answers late, but it answers (contract.md, Integrity).
 */
const SILENCE_MS = 3_000;
/** What a request waits for the database in all. */
const REQUEST_MS = 30_000;
/** Of a report, for which the same holds; its statement is the first thing to be given up, and there is little to end. */
const OWN_SILENCE_MS = 4_000;
/** Workers wait longer, statement by statement: nobody stands in line behind them. */
const WORKER_MS = 30_000;
/** COMMIT and ROLLBACK are still sent when patience is over: a transaction must not stay open. */
export const ENDING_MS = 500;

interface Waiting {
  readonly silence: number;
  readonly total: number;
  /** Since the last answer. */
  silent: number;
  /** Until an answer that was an error (a lock that was not given up): no later answer makes good for it. */
  lost: number;
  waited: number;
}
const waitings = new WeakMap<RequestContext, Waiting>();

function waitingOf(request: RequestContext): Waiting {
  let waiting = waitings.get(request);
  if (!waiting) {
    waiting = { silence: SILENCE_MS, total: REQUEST_MS, silent: 0, lost: 0, waited: 0 };
    waitings.set(request, waiting);
  }
  return waiting;
}

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
  if (!request) return WORKER_MS;
  const { silence, silent, lost } = waitingOf(request);
  return Math.min(silence - silent - lost, timeLeft());
}

/** Milliseconds that this request as a whole may still take, however well it is answered. */
export function timeLeft(): number {
  const request = requestContext();
  if (!request) return WORKER_MS;
  const { total, waited } = waitingOf(request);
  return total - waited;
}

function spend(milliseconds: number, as: 'silent' | 'lost'): void {
  const request = requestContext();
  if (!request) return;
  const waiting = waitingOf(request);
  waiting[as] += milliseconds;
  waiting.waited += milliseconds;
}

/** The database has answered this request: its silence begins anew. */
export function heard(): void {
  const request = requestContext();
  if (request) waitingOf(request).silent = 0;
}

/** What has a time of its own, whatever is left to the request that set it off: a report that others wait for, too. */
export function inOwnTime<T>(milliseconds: number, work: () => T): T {
  const request = requestContext();
  if (!request) return work();
  const own = { ...request };
  waitings.set(own, { silence: OWN_SILENCE_MS, total: milliseconds, silent: 0, lost: 0, waited: 0 });
  return withRequestContext(own, work);
}

/** What another server kept waiting, and is now asked of this one: no silence of this one, but time of the request. */
export function afterOther<T>(work: () => T): T {
  const request = requestContext();
  if (!request) return work();
  const own = { ...request };
  waitings.set(own, { ...waitingOf(request), silent: 0, lost: 0 });
  return withRequestContext(own, work);
}

/** The times that a piece of waiting must keep, and how it may be told that there is reason to wait on. */
interface Limits {
  /** Waits at least this long, however little patience is left. */
  least?: number;
  /** A place in a line: the database's, or the house's own, of which it knows nothing. */
  line?: 'database' | 'house';
  /** Hands out a function that begins the waiting anew. */
  onHope?: (again: () => void) => void;
}

/**
 * Waits for a statement's answer as long as there is patience. Only the time in which the process had nothing else to do
 * counts: what takes long because we ourselves are busy (a large matrix beside it) is not the database's fault.
 * @param giveUp leaves `work` behind in such a way that nobody else gets its connection
 * @param least waits at least this long, however little patience is left
 * @throws DatabaseSlow
 */
export async function withPatience<T>(work: () => Promise<T>, giveUp: () => void, least = 0): Promise<T> {
  const answer = await patiently(work, giveUp, { least });
  heard();
  return answer;
}

/** The same for a place in a line, which is no answer of the database. @throws DatabaseSlow */
export function patiently<T>(work: () => Promise<T>, giveUp: () => void, limits: Limits): Promise<T> {
  const { least = 0, line, onHope } = limits;
  const house = line === 'house';
  const left = (): number => Math.max(house ? timeLeft() : patienceLeft(), least);
  let allowed = left();
  if (allowed <= 0) return Promise.reject(new DatabaseSlow());
  const began = performance.eventLoopUtilization();
  let spent = 0;
  const waited = (): number => performance.eventLoopUtilization(began).idle - spent;
  return new Promise<T>((resolve, reject) => {
    let timer: NodeJS.Timeout;
    const settle = (as: 'silent' | 'lost'): void => {
      clearTimeout(timer);
      const more = waited();
      spend(more, as);
      // A line of the house says nothing about the database.
      if (house) heard();
    };
    const look = (): void => {
      const rest = allowed - waited();
      if (rest > 1) {
        timer = setTimeout(look, rest);
        return;
      }
      settle('lost');
      giveUp();
      reject(new DatabaseSlow());
    };
    timer = setTimeout(look, allowed);
    // Whoever asks for it stands elsewhere, perhaps in another request.
    const within = requestContext();
    onHope?.(() => {
      const anew = (): void => {
        const more = waited();
        spend(more, 'silent');
        spent += more;
        heard();
        allowed = left();
      };
      if (within) withRequestContext(within, anew);
    });
    work().then(
      (answer) => {
        // Standing in line for a stuck row is no answer, though BEGIN is answered at once when the place is free.
        settle(line === 'database' ? 'lost' : 'silent');
        resolve(answer);
      },
      (error: unknown) => {
        settle('lost');
        reject(error as Error);
      },
    );
  });
}

/** Pauses between tries; it counts as waiting. */
export async function pausePatiently(milliseconds: number): Promise<void> {
  const began = performance.now();
  await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
  spend(performance.now() - began, 'silent');
}
