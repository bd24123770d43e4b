const EVERY_MS = 1_000;

/**
 * One stack a second: a database that is away fails every request in the same way, and a log that is full of it hides the
 * beginning. Each request has its own line anyway (Log.request); what is not shown is counted, and the number is told.
 */
export class FaultGate {
  private open = true;
  private unshown = 0;

  /** @param tell says that so many faults were not shown */
  constructor(private readonly tell: (unshown: number) => void) {}

  /** @returns whether this one is to be shown */
  take(): boolean {
    if (!this.open) {
      this.unshown += 1;
      return false;
    }
    this.open = false;
    setTimeout(() => {
      this.open = true;
      const unshown = this.unshown;
      this.unshown = 0;
      if (unshown > 0) this.tell(unshown);
    }, EVERY_MS).unref();
    return true;
  }
}
