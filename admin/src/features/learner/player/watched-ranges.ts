/**
 * A played range in milliseconds of the video, half open: [from, to). The server decides what counts, see
 * docs/domain.md. Skipped parts must never be reported.
 */
export type WatchedRange = readonly [from: number, to: number];

/** Sorts ranges and merges those that overlap or touch. */
export function mergeRanges(ranges: readonly WatchedRange[]): WatchedRange[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.filter((range) => range[0] < range[1]).sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** The parts of `ranges` not covered by `covered`. Both must be merged. */
export function subtractRanges(ranges: readonly WatchedRange[], covered: readonly WatchedRange[]): WatchedRange[] {
  const cut = (from: number, to: number): WatchedRange[] => {
    const overlap = covered.find((range) => range[0] < to && range[1] > from);
    if (!overlap) return from < to ? [[from, to]] : [];
    return [...cut(from, Math.min(to, overlap[0])), ...cut(Math.max(from, overlap[1]), to)];
  };
  return ranges.flatMap(([from, to]) => cut(from, to));
}

/** The first unwatched part of at least one second, or null. */
export function firstGap(merged: readonly WatchedRange[], durationMs: number): WatchedRange | null {
  return subtractRanges([[0, durationMs]], merged).find(([from, to]) => to - from >= 1000) ?? null;
}

/** Events are late: a step counts as played if it is not longer than the elapsed time plus this. */
const SLACK_MS = 400;

/** Converts video element events to played ranges. Positions in ms; `at` in ms of a monotonic clock. */
export class PlayTracker {
  private played: WatchedRange[] = [];
  private last: { position: number; at: number } | null = null;
  private maxSpeed = 1;

  /** For `playing` and `timeupdate`. */
  advance(position: number, at: number, speed: number): void {
    const { last } = this;
    this.last = { position, at };
    if (!last) return;
    const step = position - last.position;
    if (step <= 0 || step > (at - last.at) * speed + SLACK_MS) return;
    this.maxSpeed = Math.max(this.maxSpeed, speed);
    this.played = mergeRanges([...this.played, [last.position, position]]);
  }

  /** For `seeking`: the skipped part was not played. */
  jump(): void {
    this.last = null;
  }

  /** For `pause` and `ended`. The time until playback resumes does not count. */
  stop(position: number, at: number, speed: number): void {
    this.advance(position, at, speed);
    this.last = null;
  }

  /** Ranges not yet collected by `drain`. */
  get pending(): readonly WatchedRange[] {
    return this.played;
  }

  /** Returns and clears the played ranges and the highest speed. */
  drain(): { ranges: WatchedRange[]; speed: number } {
    const drained = {
      ranges: this.played.map(([from, to]): WatchedRange => [Math.round(from), Math.round(to)]),
      speed: this.maxSpeed,
    };
    this.played = [];
    this.maxSpeed = 1;
    return drained;
  }
}
