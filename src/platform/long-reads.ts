import { Semaphore } from './database/semaphore';
import { DatabaseSlow, timeLeft, withTimeOfItsOwn } from './database/deadline';
import { AppError } from './errors/app-error';

/** "A request as a whole ends after 30 s, a report after 60 s" (contract.md, Integrity): waiting in line is part of it. */
const REPORT_MS = 60_000;
/** Timers are that exact. */
const NOTHING_MS = 1;
/** As many as a machine has use for, one that reads and one that computes; more at a time would make each of them, and every list beside them, slower. */
const AT_ONCE = 2;

export type LongRead = 'report' | 'list';
const SLOW = { report: { code: 'report_too_slow' }, list: { code: 'list_too_slow' } };

/** It did not come to its turn, or to its end, in the time that a report has. */
export class TooSlow extends AppError {
  constructor(what: LongRead) {
    super({
      kind: 'unavailable',
      ...SLOW[what],
      message: `This ${what} takes too long. Try again in a moment, or request less.`,
      retryAfter: 10,
    });
  }
}

/** A semaphore of what takes long: some at a time, the others in line, each in a time of its own. */
export class LongReads {
  private readonly line = new Semaphore(AT_ONCE);

  /**
   * @param work leaves its place itself, perhaps after it has answered; where it fails it has left
   * @throws TooSlow
   */
  hold<T>(work: (leave: () => void) => Promise<T>, what: LongRead = 'report'): Promise<T> {
    return withTimeOfItsOwn(REPORT_MS, async () => {
      const place = {};
      const leave = () => this.line.release(place);
      try {
        await this.line.acquire(place);
        return await work(leave);
      } catch (error) {
        leave();
        if (error instanceof DatabaseSlow && timeLeft() <= NOTHING_MS) throw new TooSlow(what);
        throw error;
      }
    });
  }

  /** @throws TooSlow */
  run<T>(work: () => Promise<T>, what: LongRead = 'report'): Promise<T> {
    return this.hold((leave) => work().finally(leave), what);
  }
}
