import { Semaphore } from '../database/semaphore';
import { DatabaseTimeoutError, timeLeft, withOwnDeadline } from '../database/deadline';
import { AppError } from '../../common/errors/app-error';

/** Limit for a whole report, including waiting for a slot. */
const REPORT_TIMEOUT_MS = 60_000;
const TIMER_TOLERANCE_MS = 1;
/** One that reads and one that computes: more would slow down each other and every list. */
const MAX_CONCURRENT_REPORTS = 2;

export type LongReadKind = 'report' | 'list';
const ERROR_CODES = { report: { code: 'report_too_slow' }, list: { code: 'list_too_slow' } };

/** A report or a whole list exceeded its deadline. */
export class TooSlowError extends AppError {
  constructor(kind: LongReadKind) {
    super({
      kind: 'unavailable',
      ...ERROR_CODES[kind],
      message: `This ${kind} takes too long. Try again in a moment, or request less.`,
      retryAfter: 10,
    });
  }
}

/** Runs `work` with the deadline of a report instead of the request's. @throws TooSlowError */
export function withReportDeadline<T>(work: () => Promise<T>, kind: LongReadKind = 'report'): Promise<T> {
  return withOwnDeadline(REPORT_TIMEOUT_MS, async () => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DatabaseTimeoutError && timeLeft() <= TIMER_TOLERANCE_MS) throw new TooSlowError(kind);
      throw error;
    }
  });
}

/** Runs `work` once the semaphore has a free slot. */
export async function runInSlot<T>(slots: Semaphore, work: () => Promise<T>): Promise<T> {
  const slotToken = {};
  await slots.acquire(slotToken);
  try {
    return await work();
  } finally {
    slots.release(slotToken);
  }
}

/** Runs a few long reports at once; the others wait in line. */
export class ReportConcurrencyLimiter {
  private readonly slots = new Semaphore(MAX_CONCURRENT_REPORTS);

  /** @throws TooSlowError */
  run<T>(work: () => Promise<T>, kind: LongReadKind = 'report'): Promise<T> {
    return withReportDeadline(() => runInSlot(this.slots, work), kind);
  }
}
