import { dayIn } from '@/components/dates';
import type { LevelStep, SkillHistory, TargetStep } from '@contract/evidence-answers';

/** What is shown of time: first and last day, and the reader's today between them. */
export interface Stretch {
  readonly from: string;
  readonly today: string;
  readonly to: string;
}
/** A step as it is drawn: from where to where in percent of the stretch. */
export type Drawn<S> = S & { readonly begin: number; readonly end: number };

const YEARS_BACK = 5;
const DAYS_AHEAD = 183;
const LEAST_DAYS = 365;

// In whole days, for places on a line.
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const dayAt = (n: number): string => dayIn(n * 86_400_000, 'UTC');

/** One stretch for all skills of a person, so that what stands below each other is of one day. Pure. */
export function stretchOf(skills: readonly SkillHistory[], today: string): Stretch {
  const begins = skills.flatMap(({ levels }) => levels[0]?.from_date ?? []);
  const earliest = at(today) - YEARS_BACK * 365;
  const first = Math.max(earliest, Math.min(at(today) - LEAST_DAYS, ...begins.map(at)));
  return { from: dayAt(first), today, to: dayAt(at(today) + DAYS_AHEAD) };
}

export const placeOf = (day: string, { from, to }: Stretch): number =>
  (Math.min(at(to), Math.max(at(from), at(day))) - at(from)) / ((at(to) - at(from)) / 100);

/** The steps that reach into the stretch; each ends where the next day begins. Pure. */
export function drawn<S extends LevelStep | TargetStep>(steps: readonly S[], stretch: Stretch): Drawn<S>[] {
  return steps
    .filter(({ from_date, to_date }) => from_date <= stretch.to && (to_date === null || to_date >= stretch.from))
    .map((step) => ({
      ...step,
      begin: placeOf(step.from_date, stretch),
      end: step.to_date === null ? 100 : placeOf(dayAt(at(step.to_date) + 1), stretch),
    }));
}

/** Percent of the drawing that a word takes. */
const WORD = 12;

/** The first days of the years within it, but for those that would stand in the word for today, or run out of it. Pure. */
export function yearsOf(stretch: Stretch, now: number): { year: string; place: number }[] {
  const [first, last] = [Number(stretch.from.slice(0, 4)), Number(stretch.to.slice(0, 4))];
  return Array.from({ length: last - first }, (_, n) => String(first + 1 + n))
    .map((year) => ({ year, place: placeOf(`${year}-01-01`, stretch) }))
    .filter(({ place }) => Math.abs(place - now) >= WORD && place <= 100 - WORD / 2);
}
