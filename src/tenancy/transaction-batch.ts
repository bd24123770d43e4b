export const MAX_TRANSACTION_ROWS = 1_000;
const AUDIT_EVENT_ROWS = 1;

/** Row budget of one transaction. What exceeds it is left to the next transaction. */
export class TransactionBatch {
  private remainingRows = MAX_TRANSACTION_ROWS - AUDIT_EVENT_ROWS;
  private isEmpty = true;
  hasMore = false;

  /**
   * Limit for reading candidates: one more than fits, so that leftovers are noticed.
   * @param rows written for each candidate
   */
  readLimit(rows = 1): number {
    return Math.floor(this.remainingRows / rows) + 1;
  }

  /** Returns the leading items that fit. An item larger than the whole budget is accepted if it is the first. */
  take<T>(items: readonly T[], rows: number | ((item: T) => number) = 1): T[] {
    const accepted: T[] = [];
    for (const item of items) {
      const cost = typeof rows === 'number' ? rows : rows(item);
      if (this.hasMore || (cost > this.remainingRows && !this.isEmpty)) {
        this.hasMore = true;
        break;
      }
      this.remainingRows = Math.max(0, this.remainingRows - cost);
      this.isEmpty = false;
      accepted.push(item);
    }
    return accepted;
  }
}
