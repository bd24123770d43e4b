const INTERVAL_MS = 1_000;

/**
 * Lets one log line per second pass: an unreachable database fails every request alike, and a flooded log hides the
 * beginning. Every request still has its own line (`AppLogger.request`). Skipped lines are counted and reported.
 */
export class LogRateLimiter {
  private isOpen = true;
  private skipped = 0;

  /** @param reportSkipped logs the number of skipped lines */
  constructor(private readonly reportSkipped: (skipped: number) => void) {}

  /** @returns whether to log this line */
  shouldLog(): boolean {
    if (!this.isOpen) {
      this.skipped += 1;
      return false;
    }
    this.isOpen = false;
    setTimeout(() => {
      this.isOpen = true;
      const skipped = this.skipped;
      this.skipped = 0;
      if (skipped > 0) this.reportSkipped(skipped);
    }, INTERVAL_MS).unref();
    return true;
  }
}
