import { isBegun, isOpen, sectionOf, type Learning } from '../learning';

const SHOWN = 5;

export interface Day {
  /** The one thing to do now: what was touched last, else what is due first; null: nothing is open. */
  readonly goOn: Learning | null;
  /** The next to be due, without the one above. */
  readonly due: readonly Learning[];
  /** How many are open in all. */
  readonly open: number;
}

/** What a learner's day begins with. `today`: a calendar day in their zone. Pure. */
export function dayOf(all: readonly Learning[], today: string): Day {
  const open = sectionOf(all, 'all', today).filter((each) => isOpen(each) && each.training !== null);
  const begun = sectionOf(all, 'continue', today).find((each) => isBegun(each) && each.training !== null);
  const goOn = begun ?? open[0] ?? null;
  return { goOn, due: open.filter((each) => each !== goOn).slice(0, SHOWN), open: open.length };
}
