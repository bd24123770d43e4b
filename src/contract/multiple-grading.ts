/** How questions with several right options are graded. */
export const MULTIPLE_GRADINGS = ['wrong_ticks_cost', 'all_or_nothing'] as const;
export type MultipleGrading = (typeof MULTIPLE_GRADINGS)[number];

interface WeightedOption {
  /** −1 to 1; right if above 0. */
  readonly fraction: number;
}

/**
 * Grades the ticked options of a multiple-choice question as a share of its points (docs/domain.md, "Grading of
 * several right options"). With r right and w wrong options, a right tick earns 1/r, or its own fraction if the right
 * options differ. A wrong tick costs the larger of 1/r and 1/w, or its own negative fraction.
 * @returns at most 1; can be negative, the caller clamps it to 0
 */
export function gradeTicks<O extends WeightedOption>(
  options: readonly O[],
  isTicked: (option: O) => boolean,
  grading: MultipleGrading,
): number {
  const right = options.filter(({ fraction }) => fraction > 0);
  const wrong = options.filter(({ fraction }) => fraction <= 0);
  if (grading === 'all_or_nothing') return right.every(isTicked) && !wrong.some(isTicked) ? 1 : 0;
  const ticked = right.filter(isTicked);
  const isEvenlyWeighted = right.every(({ fraction }) => fraction === right[0]!.fraction);
  const earned = isEvenlyWeighted
    ? ticked.length / Math.max(1, right.length)
    : ticked.reduce((sum, { fraction }) => sum + fraction, 0);
  const wrongTickCost = Math.max(1 / Math.max(1, right.length), 1 / Math.max(1, wrong.length));
  return wrong.filter(isTicked).reduce((sum, { fraction }) => sum + (fraction < 0 ? fraction : -wrongTickCost), earned);
}
