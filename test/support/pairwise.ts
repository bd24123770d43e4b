export type Choices = Readonly<Record<string, readonly string[]>>;
export type State = Record<string, string>;

const formatPart = (option: string, choice: string) => `${option}=${choice}`;

/** Every pair of choices of different options, as `a=1 b=2`. */
export function pairsOf(choices: Choices): string[] {
  const all = Object.entries(choices);
  return all.flatMap(([one, ones], at) =>
    all
      .slice(at + 1)
      .flatMap(([two, twos]) => ones.flatMap((a) => twos.map((b) => `${formatPart(one, a)} ${formatPart(two, b)}`))),
  );
}

export const pairsIn = (state: State, choices: Choices): string[] =>
  pairsOf(Object.fromEntries(Object.keys(choices).map((option) => [option, [state[option]!]])));

/** Pairwise testing: covers every pair of choices. Eleven options need forty states instead of 50,000. */
export function coverPairs(choices: Choices): State[] {
  const uncovered = new Set(pairsOf(choices));
  const states: State[] = [];
  while (uncovered.size > 0) {
    // Starts with an uncovered pair, then adds the choices that cover most of the others.
    const state: State = Object.fromEntries(
      [...uncovered][0]!.split(' ').map((part) => part.split('=') as [string, string]),
    );
    for (const [option, all] of Object.entries(choices)) {
      if (option in state) continue;
      const countUncovered = (choice: string) =>
        pairsOf(Object.fromEntries(Object.entries({ ...state, [option]: choice }).map(([name, one]) => [name, [one]])))
          .flatMap((pair) => [pair, pair.split(' ').toReversed().join(' ')])
          .filter((pair) => uncovered.has(pair)).length;
      state[option] = all.toSorted((a, b) => countUncovered(b) - countUncovered(a))[0]!;
    }
    states.push(state);
    for (const pair of pairsIn(state, choices)) uncovered.delete(pair);
  }
  return states;
}
