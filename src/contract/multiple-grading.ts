/** How ticking several options is graded. */
export const MULTIPLE_GRADINGS = ['wrong_ticks_cost', 'all_or_nothing'] as const;
export type MultipleGrading = (typeof MULTIPLE_GRADINGS)[number];

interface Weighed {
  /** −1 to 1; above 0 it is right. */
  readonly fraction: number;
}

/**
 * What ticking these options earns of a question with several right ones, as a share of its points
 * (docs/learning-rules.md, "Grading of several right options"). With r right and w wrong options a right tick earns 1/r, or
 * its own fraction where the right ones differ; a wrong tick costs the larger of 1/r and 1/w, or its own negative fraction.
 * So ticking everything earns nothing where no negative fraction says otherwise.
 * @returns at most 1; below 0 where wrong ticks cost more than right ones earn: whoever grades makes that 0
 */
export function ticksEarn<O extends Weighed>(
  options: readonly O[],
  isTicked: (option: O) => boolean,
  grading: MultipleGrading,
): number {
  const right = options.filter(({ fraction }) => fraction > 0);
  const wrong = options.filter(({ fraction }) => fraction <= 0);
  if (grading === 'all_or_nothing') return right.every(isTicked) && !wrong.some(isTicked) ? 1 : 0;
  const ticked = right.filter(isTicked);
  const isShared = right.every(({ fraction }) => fraction === right[0]!.fraction);
  const earned = isShared
    ? ticked.length / Math.max(1, right.length)
    : ticked.reduce((sum, { fraction }) => sum + fraction, 0);
  const cost = Math.max(1 / Math.max(1, right.length), 1 / Math.max(1, wrong.length));
  return wrong.filter(isTicked).reduce((sum, { fraction }) => sum + (fraction < 0 ? fraction : -cost), earned);
}
