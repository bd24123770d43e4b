import { Injectable } from '@nestjs/common';
import { Semaphore } from '../../infrastructure/database/semaphore';
import { runInSlot, ReportConcurrencyLimiter } from '../../infrastructure/throttle/report-concurrency-limiter';

/**
 * Queue of long reports. It leaves database connections free for other requests. A report has its own deadline, since
 * several requests may wait for the same report.
 */
@Injectable()
export class ReportQueue extends ReportConcurrencyLimiter {
  private readonly statements = new Semaphore(1);

  /**
   * Runs statements over all data of a customer one at a time, since each keeps a CPU core of the database busy.
   */
  runStatement(work: () => Promise<void>): Promise<void> {
    return runInSlot(this.statements, work);
  }
}
