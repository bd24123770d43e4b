/**
 * Lets everybody else have their turn. Promises alone do not: what the embedded database answers, and what a reader has
 * taken already, comes back without the event loop going round, and a long piece of work would hold it to its end.
 */
export const breath = (): Promise<void> => new Promise((go) => setImmediate(go));

/**
 * What all long work together may take of one turn of the event loop: two reports at once share it. A list takes three or
 * four turns from its request to its answer, and waits for this in each of them.
 */
const TURN_MS = 4;

/** Undefined: nobody has asked in this turn. */
let turn: { readonly began: number; readonly ending: NodeJS.Immediate } | undefined;
const waiting: (() => void)[] = [];

/** From now on until the event loop has gone round. */
function begin(now: number): { readonly began: number } {
  if (turn) clearImmediate(turn.ending);
  turn = { began: now, ending: setImmediate(() => (turn = undefined)) };
  return turn;
}

/** The turn has been used up, by whomever, since somebody first asked in it. */
export function isTurnOver(): boolean {
  const now = performance.now();
  return now - (turn ?? begin(now)).began >= TURN_MS;
}

/**
 * Waits for a turn that has time left: first come, first served. Were it left to chance, the work that always has more to
 * do would be first in every turn, and a list's statement on the embedded engine would wait for the end of a report.
 */
export async function ownTurn(): Promise<void> {
  if (!isTurnOver()) return;
  await new Promise<void>((go) => {
    if (waiting.push(go) === 1) setImmediate(callNext);
  });
}

/** A turn begins with whoever has waited longest. */
function callNext(): void {
  begin(performance.now());
  waiting.shift()?.();
  if (waiting.length) setImmediate(callNext);
}

/** The same parts, and a breath after each. */
export async function* breathing<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    await breath();
  }
}

/** How many entries are looked at between two looks at the clock. */
const AT_ONCE = 256;

/** A long loop in pieces. */
export async function inSlices(
  count: number,
  piece: (from: number, to: number) => void,
  atOnce = AT_ONCE,
): Promise<void> {
  for (let from = 0; from < count; from += atOnce) {
    if (isTurnOver()) await ownTurn();
    piece(from, Math.min(count, from + atOnce));
  }
}

/** A new list, sorted as `toSorted` would: runs of it first, then two of them at a time are merged. */
export async function sortedInSlices<T>(list: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let runs: T[][] = [];
  await inSlices(list.length, (from, to) => runs.push(list.slice(from, to).sort(compare)));
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await mergedInSlices(runs[at]!, runs[at + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedInSlices<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
): Promise<T[]> {
  const all: T[] = [];
  let [l, r] = [0, 0];
  await inSlices(left.length + right.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const isLeft = r >= right.length || (l < left.length && compare(left[l]!, right[r]!) <= 0);
      all.push(isLeft ? left[l++]! : right[r++]!);
    }
  });
  return all;
}
