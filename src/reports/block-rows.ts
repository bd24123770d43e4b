import type { Day } from '../platform/calendar';

/** A row of the statement that fills a block of the matrix (matrix-block.query.ts); `part` tells which table it is from. */
export interface BlockRow {
  part: number;
  /** A person; of `ROLE` a job role. Ids are hexadecimal: on the embedded engine a row with bytes costs three times as much. */
  holder_id: string;
  /** A skill; of `PAST_ROLE` the job role, null or empty: none. */
  subject_id: string | null;
  level: number;
  held_level: number;
  /** A sum of the bits below. */
  flags: number;
  /** The first day of a personal target and of a span, the last one of a past job role. */
  date: Day | null;
  /** Only where spans are read (`dated`). */
  to_date?: Day;
  cause?: string;
}

/** An id as `HEX` writes it. */
export const hexOf = (id: string): string => id.replaceAll('-', '').toUpperCase();

export const LEVEL = 0;
export const PERSONAL = 1;
export const ROLE = 2;
export const EXEMPTION = 3;
export const EVENTS = 4;
export const OVERDUE = 5;
export const PAST_ROLE = 6;

export const COVERS_CLOSING = 1;
export const COVERS_OPENING = 2;
export const COVERS_LATER = 4;
export const BEGINS_SOON = 8;
export const REVOKED_CAUSE = 16;
