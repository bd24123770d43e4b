/**
 * Decides how much of a video was watched: "union of the played segments ÷ duration, computed on the server from
 * segments that the player sends. Threshold 90 % by default. Watching again adds nothing; the share never falls; a beat
 * cannot claim more than wall time × speed" (reports.md §2). Milliseconds throughout; [from, to) half open.
 */
export type WatchedRange = readonly [from: number, to: number];

const WATCHED_THRESHOLD = 90;
/** The player offers no more (screens.md: speed ≤ 2). */
const FASTEST = 2;

/** In order, without overlap or touching, within 0…duration; what is no range is left out. Merging twice changes nothing. */
export function mergeRanges(ranges: readonly WatchedRange[], durationMs: number): WatchedRange[] {
  const clipped = ranges
    .map(([from, to]) => [Math.max(0, Math.round(from)), Math.min(durationMs, Math.round(to))] as const)
    .filter(([from, to]) => from < to)
    .sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const merged: [number, number][] = [];
  for (const [from, to] of clipped) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/**
 * Milliseconds by which two measures of one film may differ: the larger of 250 ms and 0.5 % of its length, at most 1 s.
 * Players end a little before the length that a file states, as its tracks are of different lengths.
 */
export function lengthTolerance(durationMs: number): number {
  return Math.min(1000, Math.max(250, Math.ceil(durationMs / 200)));
}

/** Milliseconds of the film that count as watched. What ends within `lengthTolerance` of the end counts to the end. */
export function watchedMs(merged: readonly WatchedRange[], durationMs: number): number {
  const end = merged.at(-1)?.[1] ?? 0;
  const isToEnd = end > 0 && end >= durationMs - lengthTolerance(durationMs);
  return Math.min(covered(merged) + (isToEnd ? Math.max(0, durationMs - end) : 0), durationMs);
}

/** Milliseconds that merged ranges cover. */
function covered(merged: readonly WatchedRange[]): number {
  return merged.reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * The share as it is kept and shown everywhere: 9000 for 90.00 %. Rounded down: what is open is never shown as enough.
 * @param before the share so far: within one film it never falls, also when a corrected length makes less of it
 */
export function shareHundredths(merged: readonly WatchedRange[], durationMs: number, before = 0): number {
  return durationMs > 0 ? Math.max(before, Math.floor((watchedMs(merged, durationMs) * 10_000) / durationMs)) : before;
}

/** '90.00' for 9000. */
export const shareText = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** In whole numbers, like a pass mark; a video without a known duration is never watched. */
export function reachesThreshold(
  merged: readonly WatchedRange[],
  durationMs: number,
  threshold = WATCHED_THRESHOLD,
): boolean {
  return durationMs > 0 && watchedMs(merged, durationMs) * 100 >= threshold * durationMs;
}

export interface Beat {
  /** Merged ranges kept so far. */
  watched: readonly WatchedRange[];
  claimed: readonly WatchedRange[];
  durationMs: number;
  /** Wall time since the last beat that was taken, or since the link was given. */
  wallMs: number;
  /** Claimed by the player; counted up to FASTEST. */
  speed: number;
  /** `spareMs` of the last beat: beats arrive unevenly, and time that passed stays passed. */
  spareMs?: number;
}

export interface BeatTaken {
  watched: WatchedRange[];
  gainedMs: number;
  /** Claimed anew beyond what the clock allows; not kept. */
  refusedMs: number;
  spareMs: number;
}

/**
 * Takes a beat: only what is new costs wall time, so sending a beat again, or all ranges every time, is harmless.
 * What has been watched stays; claims are taken from the earliest position until the time is used up.
 */
export function takeBeat({ watched, claimed, durationMs, wallMs, speed, spareMs = 0 }: Beat): BeatTaken {
  const pace = Math.min(FASTEST, Number.isFinite(speed) && speed > 0 ? speed : 1);
  const kept = mergeRanges(watched, durationMs);
  const fresh = without(mergeRanges(claimed, durationMs), kept);
  const allowed = Math.max(0, Math.floor(wallMs * pace)) + Math.max(0, spareMs);
  let left = allowed;
  const taken: WatchedRange[] = [];
  for (const [from, to] of fresh) {
    const length = Math.min(to - from, left);
    if (length <= 0) break;
    taken.push([from, from + length]);
    left -= length;
  }
  const gainedMs = allowed - left;
  return {
    watched: mergeRanges([...kept, ...taken], durationMs),
    gainedMs,
    refusedMs: covered(fresh) - gainedMs,
    spareMs: left,
  };
}

/** The parts of merged `ranges` that merged `known` does not cover. */
function without(ranges: readonly WatchedRange[], known: readonly WatchedRange[]): WatchedRange[] {
  const fresh: WatchedRange[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    let at = from;
    while (next < known.length && known[next]![1] <= at) next++;
    for (let index = next; index < known.length && known[index]![0] < to; index++) {
      const [knownFrom, knownTo] = known[index]!;
      if (at < knownFrom) fresh.push([at, knownFrom]);
      at = Math.max(at, knownTo);
    }
    if (at < to) fresh.push([at, to]);
  }
  return fresh;
}
