/** "Transactions ≤ 1,000 rows" (speed.md, Beyond one machine). */
export const BATCH_ROWS = 1_000;
/** What tells of it. */
const EVENT_ROWS = 1;

/** What one transaction may still write. What finds no room in it is left for the next one. */
export class Batch {
  private room = BATCH_ROWS - EVENT_ROWS;
  private empty = true;
  /** Something found no room. */
  more = false;

  /** How many to read, of which each costs so many rows: one more than find room, so that it shows whether some are left. */
  reads(rows = 1): number {
    return Math.floor(this.room / rows) + 1;
  }

  /** The first of them that find room. What is larger than a whole batch goes alone: it cannot be taken apart. */
  take<T>(things: readonly T[], rows: number | ((thing: T) => number) = 1): T[] {
    const taken: T[] = [];
    for (const thing of things) {
      const cost = typeof rows === 'number' ? rows : rows(thing);
      if (this.more || (cost > this.room && !this.empty)) {
        this.more = true;
        break;
      }
      this.room = Math.max(0, this.room - cost);
      this.empty = false;
      taken.push(thing);
    }
    return taken;
  }
}
