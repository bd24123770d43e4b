/** Deals questions to random draws: none twice, and as many as possible. Pure. */

/** `count` questions of the candidates, which are in order of preference. */
export interface DrawRequest {
  readonly count: number;
  readonly candidates: readonly string[];
}
/** Question ids per draw; fewer than `count` if there are too few for all. */
export type DealtQuestions = string[][];

/**
 * Bipartite matching with augmenting paths: a question that fits two draws goes to the one without an alternative.
 * @param first questions shown before; they are dealt before all others and never removed again
 */
export function dealQuestions(draws: readonly DrawRequest[], first: readonly string[] = []): DealtQuestions {
  const openings = draws.flatMap(({ count, candidates }, drawIndex) =>
    Array.from({ length: count }, () => ({ drawIndex, candidates })),
  );
  const openingByQuestion = new Map<string, number>();
  const preferred = new Set(first);
  const tryFill = (opening: number, visited: Set<string>, isAllowed: (question: string) => boolean): boolean => {
    const offers = openings[opening]!.candidates.filter((question) => !visited.has(question) && isAllowed(question));
    // Free questions first: a dealt question moves only if needed.
    for (const question of offers.toSorted(
      (a, b) => Number(openingByQuestion.has(a)) - Number(openingByQuestion.has(b)),
    )) {
      if (visited.has(question)) continue;
      visited.add(question);
      const otherOpening = openingByQuestion.get(question);
      if (otherOpening !== undefined && !tryFill(otherOpening, visited, isAllowed)) continue;
      openingByQuestion.set(question, opening);
      return true;
    }
    return false;
  };
  const isFilled = openings.map(
    (_, opening) => preferred.size > 0 && tryFill(opening, new Set(), (question) => preferred.has(question)),
  );
  openings.forEach((_, opening) => isFilled[opening] || tryFill(opening, new Set(), () => true));
  const result: DealtQuestions = draws.map(() => []);
  for (const [question, opening] of openingByQuestion) result[openings[opening]!.drawIndex]!.push(question);
  return result;
}
