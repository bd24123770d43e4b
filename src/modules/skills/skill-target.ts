/**
 * Required level of a staff member in a skill on a day (docs/skill-levels.md): the personal target, higher or lower,
 * wins over the highest role target. An exemption suspends the requirement for a period.
 */
import { addDays, OPEN_END, type Day } from '../../common/calendar';
import { coversDay } from './evidence';

/** Both ends inclusive; `to_date` null: open-ended. */
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

/** All targets of one person in one skill; `role`: targets of that person's job roles only. */
export interface TargetSources<T extends DatedTarget = DatedTarget> {
  personal: readonly T[];
  role: readonly T[];
}

export interface ResolvedTarget<T extends DatedTarget = DatedTarget> {
  /** ≥ 1; a personal target of 0 resolves to null. */
  level: number;
  source: 'personal' | 'role';
  target: T;
}

/** null: nothing is required. */
export function targetOn<T extends DatedTarget>(sources: TargetSources<T>, day: Day): ResolvedTarget<T> | null {
  const personal = personalTargetOn(sources.personal, day);
  if (personal) return personal.level > 0 ? { level: personal.level, source: 'personal', target: personal } : null;
  const role = highestRoleTargetOn(sources.role, day);
  return role && { level: role.level, source: 'role', target: role };
}

/** If several personal targets cover a day, the latest first day wins, then the id. A target of level 0 counts too. */
export function personalTargetOn<T extends DatedTarget>(targets: readonly T[], day: Day): T | null {
  let personal: T | null = null;
  for (const target of targets) {
    if (coversDay(target, day) && (!personal || startsLater(target, personal))) personal = target;
  }
  return personal;
}

/** If several role targets cover a day, the highest wins, then the latest first day. */
export function highestRoleTargetOn<T extends DatedTarget>(targets: readonly T[], day: Day): T | null {
  let role: T | null = null;
  for (const target of targets) {
    if (!coversDay(target, day) || target.level <= 0) continue;
    if (!role || target.level > role.level || (target.level === role.level && startsLater(target, role))) role = target;
  }
  return role;
}

export function isExempt(exemptions: readonly Exemption[], day: Day): boolean {
  for (const exemption of exemptions) if (coversDay(exemption, day)) return true;
  return false;
}

/** Days on which the same target applies. */
export interface TargetSpan {
  from_date: Day;
  to_date: Day;
  level: number;
  source: 'personal' | 'role';
  target_id: string;
}

/** Resolved targets of one person and skill as merged spans, oldest first; no span where nothing is required. */
export function computeTargetSpans(sources: TargetSources): TargetSpan[] {
  const changeDays = new Set<Day>();
  for (const target of [...sources.personal, ...sources.role]) {
    changeDays.add(target.from_date);
    if (target.to_date !== null && target.to_date < OPEN_END) changeDays.add(addDays(target.to_date, 1));
  }
  const days = [...changeDays].sort();
  const spans: TargetSpan[] = [];
  days.forEach((from_date, index) => {
    const resolved = targetOn(sources, from_date);
    if (!resolved) return;
    const next = days[index + 1];
    const to_date = next === undefined ? OPEN_END : addDays(next, -1);
    const lastSpan = spans.at(-1);
    const { level, source, target } = resolved;
    const isContinued =
      lastSpan && lastSpan.target_id === target.target_id && addDays(lastSpan.to_date, 1) === from_date;
    if (isContinued) lastSpan.to_date = to_date;
    else spans.push({ from_date, to_date, level, source, target_id: target.target_id });
  });
  return spans;
}

function startsLater(a: DatedTarget, b: DatedTarget): boolean {
  return a.from_date === b.from_date ? a.target_id > b.target_id : a.from_date > b.from_date;
}
