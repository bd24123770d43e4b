/** A job that runs repeatedly, registered by its module: `scheduler.register({…})`. */
export interface ScheduledJob<Cursor = unknown> {
  /** Name in the scheduler, in the log and in `sweep_lease`. */
  name: string;
  /** Milliseconds between runs. A longer run is not overtaken. */
  intervalMs: number;
  /** Milliseconds from process start to the first run; defaults to `intervalMs`. */
  initialDelayMs?: number;
  /** One process at a time, and not before `intervalMs` has passed since the last complete run. */
  isLeased?: boolean;
  /** Also runs on web processes, for work on their own connections. */
  runsOnEveryProcess?: boolean;
  /** Runs once more at shutdown. */
  runsAtShutdown?: boolean;
  /**
   * One batch of some hundred rows, at most one transaction each; must be idempotent.
   * @param cursor where the previous batch ended; null for the first one
   * @returns the next batch's start; null when done
   */
  runBatch(cursor: Cursor | null, run: JobRun): Promise<Cursor | null>;
}

/** One run, as seen by its batches. */
export interface JobRun {
  /** UTC milliseconds. */
  readonly startedAt: number;
  /** Start of the last complete run (of any process if leased, else of this one); null if unknown. */
  readonly previousStartedAt: number | null;
  /** Adds to the number of processed rows. */
  countProcessed(count: number): void;
  /** Marks the run incomplete: work is left. */
  markIncomplete(): void;
  /** Logs an error and marks the run incomplete; the run continues. */
  recordFailure(error: unknown, details?: Record<string, unknown>): void;
  /** Call between parts of a long batch. False: the process shuts down or the lease is lost, so stop. */
  shouldContinue(): Promise<boolean>;
}

export interface JobRunResult {
  /** This process ran it to the end without failures. */
  isComplete: boolean;
  count: number;
  /** Skipped: another process runs it or has run it within the interval. */
  isSkipped?: boolean;
}
