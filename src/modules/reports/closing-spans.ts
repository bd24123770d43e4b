import type { Day } from '../../common/calendar';
import { idToBytes } from '../../common/ids';
import { bytesKey } from './bytes-key';

/**
 * Spans of one skill that end on or after the closing day. Uses the skill index: with a list of thousands of staff ids
 * the planner would read the whole table.
 * @param visibleCondition visibility condition on `p.staff_id`
 */
export const closingSpansSql = (visibleCondition: string): string =>
  `SELECT p.staff_id AS staff_id, p.skill_id AS skill_id, p.from_date AS from_date, p.to_date AS to_date, p.level AS level, p.cause AS cause FROM skill_level_span p WHERE p.customer_id = :customer_id AND p.to_date >= :on AND p.skill_id = :skill_id${visibleCondition}`;

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
/** Id of a staff member or skill, as `bytesKey`. */
interface HasKey {
  readonly key: string;
}
export const toKey = (id: string): HasKey => ({ key: bytesKey(idToBytes(id)) });

/** Sorted spans from the closing on, by staff and skill. The validity of a level depends on several spans. */
export class ClosingSpans {
  private readonly spansByStaff = new Map<string, Map<string, ClosingSpan[]>>();

  /** Mutates and keeps the row. */
  addRow(row: ClosingRow): void {
    row.level = Number(row.level);
    this.add(bytesKey(row.staff_id), bytesKey(row.skill_id), row);
  }

  add(staff: string, skill: string, span: ClosingSpan): void {
    const person = this.spansByStaff.get(staff) ?? new Map<string, ClosingSpan[]>();
    if (!person.size) this.spansByStaff.set(staff, person);
    const spans = person.get(skill);
    if (spans) spans.push(span);
    else person.set(skill, [span]);
  }

  get(staff: HasKey, skill: HasKey): readonly ClosingSpan[] {
    const spans = this.spansByStaff.get(staff.key)?.get(skill.key) ?? NO_SPANS;
    return spans.length > 1 ? spans.sort((a, b) => (a.from_date < b.from_date ? -1 : 1)) : spans;
  }
}
