import { Injectable } from '@nestjs/common';
import { Semaphore } from '../platform/database/semaphore';
import { inPlaceOf, ReportConcurrencyLimiter } from '../platform/report-concurrency-limiter';

/**
 * Long reports stand in a line of their own and have a time of their own, which is not that of the request which set them
 * off: whoever asks for a list meanwhile finds connections free, and whoever waits for the same report may come later.
 */
@Injectable()
export class ReportQueue extends ReportConcurrencyLimiter {
  private readonly statements = new Semaphore(1);

  /**
   * A statement over a whole organisation keeps a processor of the database busy to its end. One at a time: while one report
   * reads another computes, and a list's statements find a processor free, also where two are all there is.
   */
  statement(work: () => Promise<void>): Promise<void> {
    return inPlaceOf(this.statements, work);
  }
}
