import { dayIn } from '@/components/dates';
import type { LevelStep, SkillHistory, TargetStep } from '@contract/evidence.responses';

/** First and last day of the timeline, and today. */
export interface TimeRange {
  readonly from: string;
  readonly today: string;
  readonly to: string;
}
/** A step with its start and end in percent of the time range. */
export type PlottedStep<S> = S & { readonly begin: number; readonly end: number };

const YEARS_BACK = 5;
const DAYS_AHEAD = 183;
const MIN_DAYS = 365;

const toDayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
const fromDayNumber = (dayNumber: number): string => dayIn(dayNumber * 86_400_000, 'UTC');

/** One range for all skills of a person, so that their timelines align. */
export function findTimeRange(skills: readonly SkillHistory[], today: string): TimeRange {
  const firstDays = skills.flatMap(({ levels }) => levels[0]?.from_date ?? []);
  const earliest = toDayNumber(today) - YEARS_BACK * 365;
  const first = Math.max(earliest, Math.min(toDayNumber(today) - MIN_DAYS, ...firstDays.map(toDayNumber)));
  return { from: fromDayNumber(first), today, to: fromDayNumber(toDayNumber(today) + DAYS_AHEAD) };
}

export const toPercent = (day: string, { from, to }: TimeRange): number =>
  (Math.min(toDayNumber(to), Math.max(toDayNumber(from), toDayNumber(day))) - toDayNumber(from)) /
  ((toDayNumber(to) - toDayNumber(from)) / 100);

/** The steps within the range; a step ends at the start of the day after its last day. */
export function plotSteps<S extends LevelStep | TargetStep>(
  steps: readonly S[],
  timeRange: TimeRange,
): PlottedStep<S>[] {
  return steps
    .filter(({ from_date, to_date }) => from_date <= timeRange.to && (to_date === null || to_date >= timeRange.from))
    .map((step) => ({
      ...step,
      begin: toPercent(step.from_date, timeRange),
      end: step.to_date === null ? 100 : toPercent(fromDayNumber(toDayNumber(step.to_date) + 1), timeRange),
    }));
}

/** Width of a label in percent of the timeline. */
const LABEL_WIDTH = 12;

/** Marks at the first day of each year, without those that would overlap the today label or the edge. */
export function listYearMarks(timeRange: TimeRange, todayPercent: number): { year: string; percent: number }[] {
  const [first, last] = [Number(timeRange.from.slice(0, 4)), Number(timeRange.to.slice(0, 4))];
  return Array.from({ length: last - first }, (_, index) => String(first + 1 + index))
    .map((year) => ({ year, percent: toPercent(`${year}-01-01`, timeRange) }))
    .filter(({ percent }) => Math.abs(percent - todayPercent) >= LABEL_WIDTH && percent <= 100 - LABEL_WIDTH / 2);
}
