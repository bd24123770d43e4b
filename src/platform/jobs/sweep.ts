/** Work that comes round: how often, by whom, and one portion of it. Registered by its module: `sweeper.register({…})`. */
export interface Sweep<Mark = unknown> {
  /** In the scheduler, in the log, and as the key of its lease. */
  name: string;
  /** Milliseconds from one round to the next. A round that takes longer is not overtaken. */
  every: number;
  /** Milliseconds from the start of the process to the first round; `every` unless said. */
  first?: number;
  /** Of all processes one does it at a time, and none before `every` has passed since it was last done. */
  leased?: boolean;
  /** Also by a process that only answers requests: what is of its own connections. */
  everywhere?: boolean;
  /** Once more when the process ends. */
  atEnd?: boolean;
  /**
   * One portion, of some hundred rows and at most one transaction each; harmless when repeated.
   * @param from where the portion before it ended; null at the beginning of a round
   * @returns where the next one begins; null: nothing is left
   */
  batch(from: Mark | null, round: Round): Promise<Mark | null>;
}

/** One round, as its portions see it. */
export interface Round {
  /** When it began. */
  readonly began: number;
  /** When the last whole one began, of whichever process if leased, else of this one; null: not known. */
  readonly before: number | null;
  /** So many were dealt with. */
  did(count: number): void;
  /** Something stays to be done: the round is not whole. */
  left(): void;
  /** The same, because of an error, which is logged; the rest goes on. */
  failed(error: unknown, facts?: Record<string, unknown>): void;
  /** Between two parts of a long portion; false: the process ends, or its lease is lost, so begin nothing more. */
  goesOn(): Promise<boolean>;
}

/** What became of a round. */
export interface Swept {
  /** It was ours, came to its end, and nothing failed. */
  whole: boolean;
  count: number;
  /** Not ours: another process does it, or has done it in time. */
  isElsewhere?: boolean;
}
