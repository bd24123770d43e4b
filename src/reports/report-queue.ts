import { Injectable } from '@nestjs/common';
import { Line } from '../platform/database/line';
import { DatabaseSlow, inOwnTime, timeLeft } from '../platform/database/patience';
import { ReportTooSlow } from './report.errors';

/** "A request as a whole ends after 30 s, a report after 60 s" (contract.md, Integrity): waiting in line is part of it. */
const REPORT_MS = 60_000;
/** As many as a machine has use for; more at a time would make each of them, and every list beside them, slower. */
const AT_ONCE = 2;

/**
 * Long reports stand in a line of their own and have a time of their own, which is not that of the request which set them
 * off: whoever asks for a list meanwhile finds connections free, and whoever waits for the same report may come later.
 */
@Injectable()
export class ReportQueue {
  private readonly line = new Line(AT_ONCE, true);

  /** @throws ReportTooSlow */
  run<T>(work: () => Promise<T>): Promise<T> {
    return inOwnTime(REPORT_MS, async () => {
      const token = {};
      try {
        await this.line.acquire(token);
        return await work();
      } catch (error) {
        if (error instanceof DatabaseSlow && timeLeft() <= 0) throw new ReportTooSlow();
        throw error;
      } finally {
        this.line.release(token);
      }
    });
  }
}
