import { Semaphore } from './database/semaphore';
import { DatabaseSlow, timeLeft, withTimeOfItsOwn } from './database/deadline';
import { AppError } from './errors/app-error';

/** A report as a whole ends after 60 s; waiting in line is part of it. */
const REPORT_MS = 60_000;
/** Timers are that exact. */
const NOTHING_MS = 1;
/** One that reads and one that computes: more at a time would make each of them, and every list beside them, slower. */
const AT_ONCE = 2;

export type LongRead = 'report' | 'list';
const CODES = { report: { code: 'report_too_slow' }, list: { code: 'list_too_slow' } };

/** A report or a whole list did not end in the time that it has. */
export class TooSlow extends AppError {
  constructor(what: LongRead) {
    super({
      kind: 'unavailable',
      ...CODES[what],
      message: `This ${what} takes too long. Try again in a moment, or request less.`,
      retryAfter: 10,
    });
  }
}

/** Gives `work` the time of a report, whatever is left to the request. @throws TooSlow */
export function withinReportTime<T>(work: () => Promise<T>, what: LongRead = 'report'): Promise<T> {
  return withTimeOfItsOwn(REPORT_MS, async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DatabaseSlow && timeLeft() <= NOTHING_MS) throw new TooSlow(what);
      throw error;
    }
  });
}

/** Runs `work` in a place of the semaphore, as soon as one is free. */
export async function inPlaceOf<T>(places: Semaphore, work: () => Promise<T>): Promise<T> {
  const holder = {};
  await places.acquire(holder);
  try {
    return await work();
  } finally {
    places.release(holder);
  }
}

/** Runs a few long reports at once, the others wait in line. */
export class ReportConcurrencyLimiter {
  private readonly places = new Semaphore(AT_ONCE);

  /** @throws TooSlow */
  run<T>(work: () => Promise<T>, what: LongRead = 'report'): Promise<T> {
    return withinReportTime(() => inPlaceOf(this.places, work), what);
  }
}
