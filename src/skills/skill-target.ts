/**
 * Decides which level is required of a person in a skill on a day: "the personal one (up or down, with a reason) beats
 * the highest of the role targets"; "exemption mutes a requirement for a period" (reports.md §1).
 */
import { addDays, OPEN_END, type Day } from '../platform/calendar';
import { coversDay } from './evidence';

/** Both ends inclusive; `to_date` null for ever. */
export interface DatedTarget {
  target_id: string;
  level: number;
  from_date: Day;
  to_date: Day | null;
}

export interface Exemption {
  from_date: Day;
  to_date: Day | null;
}

/** All that can be required of one person in one skill; `role` holds the targets of that person's roles only. */
export interface TargetSources<T extends DatedTarget = DatedTarget> {
  personal: readonly T[];
  role: readonly T[];
}

export interface ResolvedTarget<T extends DatedTarget = DatedTarget> {
  /** ≥ 1; a personal target of 0 asks for nothing and resolves to null. */
  level: number;
  source: 'personal' | 'role';
  target: T;
}

/** null: nothing is required. */
export function targetOn<T extends DatedTarget>(sources: TargetSources<T>, day: Day): ResolvedTarget<T> | null {
  const personal = personalOn(sources.personal, day);
  if (personal) return personal.level > 0 ? { level: personal.level, source: 'personal', target: personal } : null;
  const role = highestOn(sources.role, day);
  return role && { level: role.level, source: 'role', target: role };
}

/** Of two personal targets on a day the one that began last stands, then the id; one of level 0 stands as well. */
export function personalOn<T extends DatedTarget>(targets: readonly T[], day: Day): T | null {
  let personal: T | null = null;
  for (const target of targets) {
    if (coversDay(target, day) && (!personal || beganLater(target, personal))) personal = target;
  }
  return personal;
}

/** Of role targets on a day the highest stands, then the one that began last. */
export function highestOn<T extends DatedTarget>(targets: readonly T[], day: Day): T | null {
  let role: T | null = null;
  for (const target of targets) {
    if (!coversDay(target, day) || target.level <= 0) continue;
    if (!role || target.level > role.level || (target.level === role.level && beganLater(target, role))) role = target;
  }
  return role;
}

export function isExempt(exemptions: readonly Exemption[], day: Day): boolean {
  for (const exemption of exemptions) if (coversDay(exemption, day)) return true;
  return false;
}

/** Days on which the same level is required for the same reason. */
export interface TargetSpan {
  from_date: Day;
  to_date: Day;
  level: number;
  source: 'personal' | 'role';
  target_id: string;
}

/** The resolved targets of one pair as spans, oldest first, merged; no span where nothing is required. */
export function targetSpansOf(sources: TargetSources): TargetSpan[] {
  const changes = new Set<Day>();
  for (const target of [...sources.personal, ...sources.role]) {
    changes.add(target.from_date);
    if (target.to_date !== null && target.to_date < OPEN_END) changes.add(addDays(target.to_date, 1));
  }
  const days = [...changes].sort();
  const spans: TargetSpan[] = [];
  days.forEach((from_date, index) => {
    const resolved = targetOn(sources, from_date);
    if (!resolved) return;
    const next = days[index + 1];
    const to_date = next === undefined ? OPEN_END : addDays(next, -1);
    const last = spans.at(-1);
    const { level, source, target } = resolved;
    const isSame = last && last.target_id === target.target_id && addDays(last.to_date, 1) === from_date;
    if (isSame) last.to_date = to_date;
    else spans.push({ from_date, to_date, level, source, target_id: target.target_id });
  });
  return spans;
}

function beganLater(a: DatedTarget, b: DatedTarget): boolean {
  return a.from_date === b.from_date ? a.target_id > b.target_id : a.from_date > b.from_date;
}
