import type { Day } from '../../common/calendar';

/** A result row of matrix-block.query.ts; `part` is the constant of its UNION arm. */
export interface BlockRow {
  part: number;
  /** Staff id, or job role id for `ROLE`. Hexadecimal: bytes are three times slower on the embedded database. */
  holder_id: string;
  /** Skill id, or job role id for `PAST_ROLE` (null or empty: none). */
  subject_id: string | null;
  level: number;
  held_level: number;
  /** Bit mask of the flags below. */
  flags: number;
  /** First day of a personal target or span; last day of a past job role. */
  date: Day | null;
  /** Only with `withSpans`. */
  to_date?: Day;
  cause?: string;
}

/** An id in the format of the SQL function HEX. */
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
