/**
 * Watched share: union of the played ranges ÷ duration, computed on the server. Watching again adds nothing, the
 * share never decreases, and a report cannot claim more than elapsed time × speed (docs/domain.md). All values in
 * milliseconds; ranges are [from, to).
 */
export type WatchedRange = readonly [from: number, to: number];

const WATCHED_THRESHOLD = 90;
/** The player's maximum. */
const SPEED_MAX = 2;

/** Sorted, disjoint, clipped to 0…duration; invalid ranges are dropped. Idempotent. */
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
 * Tolerance between two measures of one video: the larger of 250 ms and 0.5 % of its length, at most 1 s. Players
 * stop slightly before the stated length, since tracks differ in length.
 */
export function lengthTolerance(durationMs: number): number {
  return Math.min(1000, Math.max(250, Math.ceil(durationMs / 200)));
}

/** Watched milliseconds. A range that ends within `lengthTolerance` of the end counts to the end. */
export function watchedMs(merged: readonly WatchedRange[], durationMs: number): number {
  const end = merged.at(-1)?.[1] ?? 0;
  const isToEnd = end > 0 && end >= durationMs - lengthTolerance(durationMs);
  return Math.min(coveredMs(merged) + (isToEnd ? Math.max(0, durationMs - end) : 0), durationMs);
}

/** @param merged disjoint ranges */
function coveredMs(merged: readonly WatchedRange[]): number {
  return merged.reduce((sum, [from, to]) => sum + to - from, 0);
}

/**
 * 9000 for 90.00 %. Rounded down, so that an open assignment never shows enough.
 * @param before the share so far; it never decreases within one video, even if the length is corrected
 */
export function shareHundredths(merged: readonly WatchedRange[], durationMs: number, before = 0): number {
  return durationMs > 0 ? Math.max(before, Math.floor((watchedMs(merged, durationMs) * 10_000) / durationMs)) : before;
}

/** '90.00' for 9000. */
export const shareText = (hundredths: number): string => (hundredths / 100).toFixed(2);

/** Compared in integers; a video without a known duration is never watched. */
export function reachesThreshold(
  merged: readonly WatchedRange[],
  durationMs: number,
  threshold = WATCHED_THRESHOLD,
): boolean {
  return durationMs > 0 && watchedMs(merged, durationMs) * 100 >= threshold * durationMs;
}

export interface WatchClaim {
  /** Merged ranges stored so far. */
  watched: readonly WatchedRange[];
  claimed: readonly WatchedRange[];
  durationMs: number;
  /** Elapsed since the last accepted report or the link. */
  wallMs: number;
  /** Claimed by the player; counted up to the maximum speed. */
  speed: number;
  /** From the last report: reports arrive unevenly, and elapsed time stays claimable. */
  spareMs?: number;
}

export interface AcceptedClaim {
  watched: WatchedRange[];
  gainedMs: number;
  /** Claimed beyond the elapsed time; not stored. */
  refusedMs: number;
  spareMs: number;
}

/**
 * Accepts a report: only new ranges use up time, so repeated reports are harmless. Claims are accepted from the
 * earliest position until the time is used up.
 */
export function acceptClaim({ watched, claimed, durationMs, wallMs, speed, spareMs = 0 }: WatchClaim): AcceptedClaim {
  const countedSpeed = Math.min(SPEED_MAX, Number.isFinite(speed) && speed > 0 ? speed : 1);
  const watchedRanges = mergeRanges(watched, durationMs);
  const newRanges = subtractRanges(mergeRanges(claimed, durationMs), watchedRanges);
  const allowed = Math.max(0, Math.floor(wallMs * countedSpeed)) + Math.max(0, spareMs);
  let remainingMs = allowed;
  const acceptedRanges: WatchedRange[] = [];
  for (const [from, to] of newRanges) {
    const length = Math.min(to - from, remainingMs);
    if (length <= 0) break;
    acceptedRanges.push([from, from + length]);
    remainingMs -= length;
  }
  const gainedMs = allowed - remainingMs;
  return {
    watched: mergeRanges([...watchedRanges, ...acceptedRanges], durationMs),
    gainedMs,
    refusedMs: coveredMs(newRanges) - gainedMs,
    spareMs: remainingMs,
  };
}

/** Parts of merged `ranges` not covered by merged `knownRanges`. */
function subtractRanges(ranges: readonly WatchedRange[], knownRanges: readonly WatchedRange[]): WatchedRange[] {
  const newRanges: WatchedRange[] = [];
  let next = 0;
  for (const [from, to] of ranges) {
    let at = from;
    while (next < knownRanges.length && knownRanges[next]![1] <= at) next++;
    for (let index = next; index < knownRanges.length && knownRanges[index]![0] < to; index++) {
      const [knownFrom, knownTo] = knownRanges[index]!;
      if (at < knownFrom) newRanges.push([at, knownFrom]);
      at = Math.max(at, knownTo);
    }
    if (at < to) newRanges.push([at, to]);
  }
  return newRanges;
}
