/**
 * All that one person (or job role, or skill) has, in one text: a row for each of 100,000 cells costs several times what the cells
 * themselves do, in the driver and in the database. An entry is an id in hexadecimal (the skill's; of a past job role the
 * role's, of a skill the person's), one number 10010 + 1000 × level + 100 × held level + flags, and a day where one is needed; entries are parted by
 * commas. One number and comparisons added up: three numbers and a CASE for each flag cost the database a quarter more.
 */
export interface PackedRow {
  part: number;
  id: Uint8Array;
  packed: string;
  n: number;
}

export const LEVEL = 0;
export const PERSONAL = 1;
export const ROLE = 2;
export const EXEMPTION = 3;
export const EVENTS = 4;
export const OVERDUE = 5;
export const PAST_ROLE = 6;
export const LEVEL_BY_SKILL = 7;
/** One person's, also those that begin later; each ends with the first day of its span, the last one, and the cause. */
export const LEVEL_DATED = 8;

export const COVERS_CLOSING = 1;
export const COVERS_OPENING = 2;
export const COVERS_LATER = 4;
export const BEGINS_SOON = 8;
export const REVOKED_CAUSE = 16;

export const ID_LETTERS = 32;
const LEVEL_AT = ID_LETTERS + 1;
const FLAGS_AT = ID_LETTERS + 3;
export const DATE_AT = ID_LETTERS + 5;
export const END_AT = DATE_AT + 10;
export const CAUSE_AT = END_AT + 10;
const ZERO = 48;
/** What stands for "no job role" where an id is expected. */
export const NOBODY = '0'.repeat(ID_LETTERS);

/** Personal targets are dated, for of two the later one stands; and past job roles, for of two the earlier one. */
export const strideOf = (part: number): number => (part === PERSONAL || part === PAST_ROLE ? DATE_AT + 10 : DATE_AT);

/** The entry at `at` as SQL writes it. @param flags a sum of the bits above */
export const packedNumber = (level: string, held: string, flags: string): string =>
  `10010 + 1000 * ${level} + 100 * ${held} + ${flags}`;

export const levelAt = (packed: string, at: number): number => packed.charCodeAt(at + LEVEL_AT) - ZERO;
export const heldAt = (packed: string, at: number): number => packed.charCodeAt(at + LEVEL_AT + 1) - ZERO;
export const flagsAt = (packed: string, at: number): number =>
  (packed.charCodeAt(at + FLAGS_AT) - ZERO) * 10 + packed.charCodeAt(at + FLAGS_AT + 1) - ZERO - 10;
