/**
 * What was really played, in milliseconds of the video, [from, to) half open. The server decides what counts
 * (reports.md §2); this only takes care never to claim what was skipped. Pure.
 */
export type Range = readonly [from: number, to: number];

/** In order, without overlap or touching. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.filter((range) => range[0] < range[1]).sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The parts of merged `ranges` that merged `known` does not cover. */
export function without(ranges: readonly Range[], known: readonly Range[]): Range[] {
  const cut = (from: number, to: number): Range[] => {
    const cover = known.find((range) => range[0] < to && range[1] > from);
    if (!cover) return from < to ? [[from, to]] : [];
    return [...cut(from, Math.min(to, cover[0])), ...cut(Math.max(from, cover[1]), to)];
  };
  return ranges.flatMap(([from, to]) => cut(from, to));
}

/** Where to go on for whoever skipped something: the first part of a second or more that was not watched; null: none. */
export function firstGap(merged: readonly Range[], durationMs: number): Range | null {
  return without([[0, durationMs]], merged).find(([from, to]) => to - from >= 1000) ?? null;
}

/** Positions come a few times a second and late; a step is played when it is no longer than the time that passed. */
const SLACK_MS = 400;

/** Turns what a video element tells into ranges. Positions in ms of the video, `at` in ms of any clock that only grows. */
export class PlayTracker {
  private played: Range[] = [];
  private last: { position: number; at: number } | null = null;
  private fastest = 1;

  /** `playing` and `timeupdate`: the position it has reached. */
  moved(position: number, at: number, speed: number): void {
    const { last } = this;
    this.last = { position, at };
    if (!last) return;
    const step = position - last.position;
    if (step <= 0 || step > (at - last.at) * speed + SLACK_MS) return;
    this.fastest = Math.max(this.fastest, speed);
    this.played = mergeRanges([...this.played, [last.position, position]]);
  }

  /** `seeking`: the position has jumped, and what lies between was not played. */
  jumped(): void {
    this.last = null;
  }

  /** `pause` and `ended`: counts up to here, and the time until it goes on does not. */
  stopped(position: number, at: number, speed: number): void {
    this.moved(position, at, speed);
    this.last = null;
  }

  /** Ranges played and not yet collected by `take`. */
  get pending(): readonly Range[] {
    return this.played;
  }

  /** What was played since the last call, and the fastest speed meanwhile. */
  take(): { ranges: Range[]; speed: number } {
    const taken = {
      ranges: this.played.map(([from, to]): Range => [Math.round(from), Math.round(to)]),
      speed: this.fastest,
    };
    this.played = [];
    this.fastest = 1;
    return taken;
  }
}
