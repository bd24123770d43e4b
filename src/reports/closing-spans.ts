import type { Day } from '../platform/calendar';
import { idToBytes } from '../platform/ids';
import { bytesKey } from './bytes-key';

/**
 * The spans in force at the closing and all that follow, of one skill by its own index: with a list of thousands of people
 * the whole table would be read.
 * @param seen the asker's scope on `p.staff_id`
 */
export const closingQuery = (seen: string): string =>
  `SELECT p.staff_id AS staff_id, p.skill_id AS skill_id, p.from_date AS from_date, p.to_date AS to_date, p.level AS level, p.cause AS cause FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= :on AND p.skill_id = :skill_id${seen}`;

export interface ClosingSpan {
  from_date: Day;
  to_date: Day;
  level: number;
  cause: string;
}
export interface ClosingRow extends ClosingSpan {
  staff_id: Uint8Array;
  skill_id: Uint8Array;
}
const NO_SPANS: ClosingSpan[] = [];
/** Staff and skills by the bytes of their ids. */
interface Keyed {
  readonly key: string;
}
export const keyed = (id: string): Keyed => ({ key: bytesKey(idToBytes(id)) });

/** By staff and skill: the spans from the closing on, in order. How long a level lasts is not told by the first of them. */
export class ClosingSpans {
  private readonly people = new Map<string, Map<string, ClosingSpan[]>>();

  /** The row becomes a span, in place. */
  take(row: ClosingRow): void {
    row.level = Number(row.level);
    this.add(bytesKey(row.staff_id), bytesKey(row.skill_id), row);
  }

  add(staff: string, skill: string, span: ClosingSpan): void {
    const person = this.people.get(staff) ?? new Map<string, ClosingSpan[]>();
    if (!person.size) this.people.set(staff, person);
    const known = person.get(skill);
    if (known) known.push(span);
    else person.set(skill, [span]);
  }

  of(staff: Keyed, skill: Keyed): readonly ClosingSpan[] {
    const spans = this.people.get(staff.key)?.get(skill.key) ?? NO_SPANS;
    return spans.length > 1 ? spans.sort((a, b) => (a.from_date < b.from_date ? -1 : 1)) : spans;
  }
}
