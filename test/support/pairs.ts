export type Choices = Readonly<Record<string, readonly string[]>>;
export type State = Record<string, string>;

const nameOf = (option: string, choice: string) => `${option}=${choice}`;

/** Every two choices of different options, as `a=1 b=2`. */
export function pairsOf(choices: Choices): string[] {
  const all = Object.entries(choices);
  return all.flatMap(([one, ones], at) =>
    all
      .slice(at + 1)
      .flatMap(([two, twos]) => ones.flatMap((a) => twos.map((b) => `${nameOf(one, a)} ${nameOf(two, b)}`))),
  );
}

export const pairsIn = (state: State, choices: Choices): string[] =>
  pairsOf(Object.fromEntries(Object.keys(choices).map((option) => [option, [state[option]!]])));

/** States in which each of these pairs is met at least once: of eleven options forty, where there are 50,000 in all. */
export function statesOfPairs(choices: Choices): State[] {
  const open = new Set(pairsOf(choices));
  const states: State[] = [];
  while (open.size > 0) {
    // Begun with a pair that is open, and gone on with what meets most of the others.
    const state: State = Object.fromEntries(
      [...open][0]!.split(' ').map((part) => part.split('=') as [string, string]),
    );
    for (const [option, all] of Object.entries(choices)) {
      if (option in state) continue;
      const met = (choice: string) =>
        pairsOf(Object.fromEntries(Object.entries({ ...state, [option]: choice }).map(([name, one]) => [name, [one]])))
          .flatMap((pair) => [pair, pair.split(' ').toReversed().join(' ')])
          .filter((pair) => open.has(pair)).length;
      state[option] = all.toSorted((a, b) => met(b) - met(a))[0]!;
    }
    states.push(state);
    for (const pair of pairsIn(state, choices)) open.delete(pair);
  }
  return states;
}
