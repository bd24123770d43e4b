import type { JobOutcome } from '../../contract/job-rows';
import type { JobDetails } from './job-details';
import type { JobRow } from './job-row.entity';

export interface JobRowResult {
  row_no: number;
  outcome: JobOutcome;
  code: string;
  /** Changed record and its version now; undo needs both. */
  record_id?: string;
  record_version?: number;
  facts?: JobDetails;
}
/** Limit of stored rows without a change; the counts stay complete. */
const MAX_UNCHANGED_ROWS = 10_000;

/** One batch of a job: where it starts, and the results that its handler reports. */
export class JobBatch {
  private readonly results: JobRowResult[] = [];
  private readonly counts = { changed: 0, unchanged: 0, left_out: 0, undone: 0 };
  private processedCount = 0;

  constructor(
    readonly job_id: string,
    readonly mark: JobDetails | null,
    /** The job was cancelled and reverts its own changes (`undoesOnCancel`). */
    readonly isCancelled: boolean,
    /** Undo: changed rows after a row number, ascending. */
    readonly changedRows: (after: number, limit: number) => Promise<readonly JobRow[]>,
    /** Undo: changed rows before a row number, descending. */
    readonly lastChangedRows: (before: number, limit: number) => Promise<readonly JobRow[]>,
    /** Undo: sets the outcome of rows. */
    private readonly updateRows: (rows: readonly number[], outcome: JobOutcome, code: string) => Promise<void>,
    /** Stored rows without a change in earlier batches. */
    private readonly storedRows: number,
  ) {}

  /** @param done number of processed rows @param rows their results */
  report(done: number, rows: readonly JobRowResult[]): void {
    this.processedCount += done;
    for (const row of rows) {
      if (row.outcome !== 'undo_left') this.counts[row.outcome] += 1;
      this.results.push(row);
    }
  }

  async reportUndone(rows: readonly number[], outcome: 'undone' | 'undo_left', code: string): Promise<void> {
    if (!rows.length) return;
    this.processedCount += rows.length;
    if (outcome === 'undone') this.counts.undone += rows.length;
    await this.updateRows(rows, outcome, code);
  }

  /** Rows to store: every change, and the others up to the limit. */
  get rows(): readonly JobRowResult[] {
    let remaining = Math.max(0, MAX_UNCHANGED_ROWS - this.storedRows);
    return this.results.filter(({ outcome }) => outcome === 'changed' || remaining-- > 0);
  }

  get progress(): Readonly<Record<'done' | 'changed' | 'unchanged' | 'left_out' | 'undone', number>> {
    return { done: this.processedCount, ...this.counts };
  }
}
