import type { JobOutcome } from '../../contract/job-rows';
import type { Facts } from './job-facts';
import type { JobRow } from './job-row.entity';

/** What became of one row of the work. */
export interface ToldRow {
  row_no: number;
  outcome: JobOutcome;
  code: string;
  /** What was changed, and the version that it has now: undoing goes by it. */
  record_id?: string;
  record_version?: number;
  facts?: Facts;
}
/** Rows that only tell something: so many are kept of a job, the counts are whole. */
const TOLD_ROWS_MAX = 10_000;

/** One portion of a job, as its handler sees it: where it begins, and what it tells. */
export class Portion {
  private readonly told: ToldRow[] = [];
  private readonly counts = { changed: 0, unchanged: 0, left_out: 0, undone: 0 };
  private moved = 0;

  constructor(
    readonly job_id: string,
    readonly mark: Facts | null,
    /** The job was cancelled and undoes its own changes (`undoesOnCancel`). */
    readonly isCancelled: boolean,
    /** Undoing: the next so many rows that were changed, in their order. */
    readonly changedRows: (after: number, limit: number) => Promise<readonly JobRow[]>,
    /** The same from the end: the last so many before a row. */
    readonly lastChanged: (before: number, limit: number) => Promise<readonly JobRow[]>,
    /** Undoing: what became of them. */
    private readonly becameOf: (rows: readonly number[], outcome: JobOutcome, code: string) => Promise<void>,
    /** Of rows that only tell something, how many are kept already. */
    private readonly kept: number,
  ) {}

  /** Forwards: how many rows came further, and what became of each. */
  tell(done: number, rows: readonly ToldRow[]): void {
    this.moved += done;
    for (const row of rows) {
      if (row.outcome !== 'undo_left') this.counts[row.outcome] += 1;
      this.told.push(row);
    }
  }

  /** Backwards: what became of rows that were changed. */
  async tookBack(rows: readonly number[], outcome: 'undone' | 'undo_left', code: string): Promise<void> {
    if (!rows.length) return;
    this.moved += rows.length;
    if (outcome === 'undone') this.counts.undone += rows.length;
    await this.becameOf(rows, outcome, code);
  }

  /** What is written of them: every change, and of the others as many as find room. */
  get rows(): readonly ToldRow[] {
    let room = Math.max(0, TOLD_ROWS_MAX - this.kept);
    return this.told.filter(({ outcome }) => outcome === 'changed' || room-- > 0);
  }

  get progress(): Readonly<Record<'done' | 'changed' | 'unchanged' | 'left_out' | 'undone', number>> {
    return { done: this.moved, ...this.counts };
  }
}
