/** Deals questions to places, none of them twice, and to as many places as can be. Pure. */

/** So many of these, in the order in which they would be taken. */
export interface Deal {
  readonly count: number;
  readonly candidates: readonly string[];
}
/** What each of them got; fewer than its count where there are too few for all. */
export type Dealt = string[][];

/**
 * A question that two draws could take goes where the other one has no other (augmenting paths, as for any assignment): what
 * can be filled is filled, whatever was taken first.
 * @param first were shown already: they are dealt before all others, and what is dealt once is not put back
 */
export function dealt(deals: readonly Deal[], first: readonly string[] = []): Dealt {
  const places = deals.flatMap(({ count, candidates }, deal) =>
    Array.from({ length: count }, () => ({ deal, candidates })),
  );
  const holder = new Map<string, number>();
  const shown = new Set(first);
  const find = (place: number, seen: Set<string>, isOffered: (question: string) => boolean): boolean => {
    const own = places[place]!.candidates.filter((question) => !seen.has(question) && isOffered(question));
    // What is free before what another place would have to give: nobody is moved without need.
    for (const question of own.toSorted((a, b) => Number(holder.has(a)) - Number(holder.has(b)))) {
      if (seen.has(question)) continue;
      seen.add(question);
      const held = holder.get(question);
      if (held !== undefined && !find(held, seen, isOffered)) continue;
      holder.set(question, place);
      return true;
    }
    return false;
  };
  const isFull = places.map((_, place) => shown.size > 0 && find(place, new Set(), (question) => shown.has(question)));
  places.forEach((_, place) => isFull[place] || find(place, new Set(), () => true));
  const got: Dealt = deals.map(() => []);
  for (const [question, place] of holder) got[places[place]!.deal]!.push(question);
  return got;
}
