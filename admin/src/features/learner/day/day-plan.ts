import { isInProgress, isOpen, filterBySection, type Learning } from '../learning';

const ROW_LIMIT = 5;

export interface DayPlan {
  /** The training with the latest activity, else the first one due; null if nothing is open. */
  readonly currentTraining: Learning | null;
  /** The next due trainings, without `currentTraining`. */
  readonly upcoming: readonly Learning[];
  /** Number of all open trainings. */
  readonly openCount: number;
}

/** Selects what a learner's home page shows. `today`: calendar day in the learner's time zone. */
export function buildDayPlan(all: readonly Learning[], today: string): DayPlan {
  const openTrainings = filterBySection(all, 'all', today).filter((each) => isOpen(each) && each.training !== null);
  const inProgress = filterBySection(all, 'continue', today).find(
    (each) => isInProgress(each) && each.training !== null,
  );
  const currentTraining = inProgress ?? openTrainings[0] ?? null;
  return {
    currentTraining,
    upcoming: openTrainings.filter((each) => each !== currentTraining).slice(0, ROW_LIMIT),
    openCount: openTrainings.length,
  };
}
