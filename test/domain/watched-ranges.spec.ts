import {
  lengthTolerance,
  mergeRanges,
  reachesThreshold,
  shareHundredths,
  acceptClaim,
  watchedMs,
  type WatchedRange,
} from '../../src/modules/trainings/watched-ranges';
import { seededRandom, type SeededRandom } from '../support/seeded-random';

const VIDEO = 600_000;

describe('watched ranges', () => {
  it('are merged where they overlap or touch, clipped to the video, and invalid ranges are dropped', () => {
    expect(
      mergeRanges(
        [
          [500, 900],
          [0, 300],
          [250, 500],
        ],
        VIDEO,
      ),
    ).toEqual([[0, 900]]);
    expect(
      mergeRanges(
        [
          [-50, 100],
          [599_000, 700_000],
          [300, 300],
          [900, 800],
          [Number.NaN, 5],
          [800_000, 900_000],
        ],
        VIDEO,
      ),
    ).toEqual([
      [0, 100],
      [599_000, 600_000],
    ]);
    expect(
      mergeRanges(
        [
          [0, 1000.4],
          [1000.4, 2000],
        ],
        VIDEO,
      ),
    ).toEqual([[0, 2000]]);
  });

  it('reach the threshold on whole numbers, not on the shown share', () => {
    const almost: WatchedRange[] = [[0, 539_999]];
    expect([shareHundredths(almost, VIDEO), reachesThreshold(almost, VIDEO)]).toEqual([8999, false]);
    expect(reachesThreshold([[0, 540_000]], VIDEO)).toBe(true);
    expect([shareHundredths([], 0), reachesThreshold([], 0), reachesThreshold([], 0, 0)]).toEqual([0, false, false]);
  });

  it.each([
    [5021, 250],
    [50_000, 250],
    [100_000, 500],
    [200_000, 1000],
    [7_200_000, 1000],
  ])('of a video of %d ms that end within %d ms of its end are watched to the end', (duration, tolerance) => {
    expect(lengthTolerance(duration)).toBe(tolerance);
    const until = (end: number): WatchedRange[] => [[0, end]];
    const enough = until(duration - tolerance);
    expect([reachesThreshold(enough, duration, 100), shareHundredths(enough, duration)]).toEqual([true, 10_000]);
    const early = until(duration - tolerance - 1);
    expect(reachesThreshold(early, duration, 100)).toBe(false);
    expect(shareHundredths(early, duration)).toBeLessThan(10_000);
  });

  it('do not include unwatched parts elsewhere', () => {
    expect(watchedMs([[100, VIDEO]], VIDEO)).toBe(VIDEO - 100);
    expect(shareHundredths([[1, VIDEO]], VIDEO)).toBe(9999);
    expect(
      watchedMs(
        [
          [0, 300_000],
          [300_100, VIDEO - 900],
        ],
        VIDEO,
      ),
    ).toBe(VIDEO - 100);
    expect(watchedMs([], 200)).toBe(0);
  });
});

describe('watch progress', () => {
  const watchProgress = { watched: [] as WatchedRange[], durationMs: VIDEO, wallMs: 10_000, speed: 1 };

  it('accepts what fits into wall time × speed and refuses the rest', () => {
    expect(acceptClaim({ ...watchProgress, claimed: [[0, 10_000]] })).toEqual({
      watched: [[0, 10_000]],
      gainedMs: 10_000,
      refusedMs: 0,
      spareMs: 0,
    });
    expect(acceptClaim({ ...watchProgress, claimed: [[0, VIDEO]] })).toEqual({
      watched: [[0, 10_000]],
      gainedMs: 10_000,
      refusedMs: 590_000,
      spareMs: 0,
    });
    expect(
      acceptClaim({
        ...watchProgress,
        claimed: [
          [0, 4000],
          [50_000, 60_000],
        ],
      }).watched,
    ).toEqual([
      [0, 4000],
      [50_000, 56_000],
    ]);
  });

  it('counts speed up to 2, and an invalid speed as 1', () => {
    const gained = (speed: number) => acceptClaim({ ...watchProgress, speed, claimed: [[0, VIDEO]] }).gainedMs;
    expect([
      gained(0.5),
      gained(1.5),
      gained(16),
      gained(0),
      gained(-3),
      gained(Number.NaN),
      gained(Number.POSITIVE_INFINITY),
    ]).toEqual([5000, 15_000, 20_000, 10_000, 10_000, 10_000, 10_000]);
  });

  it('sent again adds nothing and costs nothing, as does sending all ranges every time', () => {
    const first = acceptClaim({ ...watchProgress, claimed: [[0, 10_000]] });
    expect(acceptClaim({ ...watchProgress, watched: first.watched, wallMs: 0, claimed: [[0, 10_000]] })).toEqual({
      watched: [[0, 10_000]],
      gainedMs: 0,
      refusedMs: 0,
      spareMs: 0,
    });
    const second = acceptClaim({ ...watchProgress, watched: first.watched, claimed: [[0, 20_000]] });
    expect(second).toMatchObject({ watched: [[0, 20_000]], gainedMs: 10_000, refusedMs: 0 });
  });

  it('may use time left over from earlier progress, since it arrives unevenly', () => {
    const late = acceptClaim({ ...watchProgress, wallMs: 10_200, claimed: [[0, 10_000]] });
    expect(late.spareMs).toBe(200);
    const early = acceptClaim({
      ...watchProgress,
      watched: late.watched,
      wallMs: 9800,
      spareMs: late.spareMs,
      claimed: [[10_000, 20_000]],
    });
    expect(early).toMatchObject({ watched: [[0, 20_000]], refusedMs: 0, spareMs: 0 });
  });

  it('gains nothing from negative wall time', () => {
    expect(
      acceptClaim({ ...watchProgress, watched: [[0, 5000]], wallMs: -60_000, claimed: [[5000, 9000]] }),
    ).toMatchObject({
      watched: [[0, 5000]],
      gainedMs: 0,
    });
  });

  const ranges = (random: SeededRandom): WatchedRange[] =>
    Array.from({ length: random.integer(0, 6) }, () => {
      const from = random.integer(-10, 1000);
      return [from, from + random.integer(-5, 200)] as const;
    });

  it('never lowers the share, never exceeds the clock, never leaves the video (2,000 random cases)', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const random = seededRandom(seed);
      const watched = mergeRanges(ranges(random), 1000);
      const claimed = ranges(random);
      const wallMs = random.integer(0, 400);
      const result = acceptClaim({ watched, claimed, durationMs: 1000, wallMs, speed: 2 });
      const gained = countMilliseconds(result.watched) - countMilliseconds(watched);
      expect(gained).toBe(result.gainedMs);
      expect(gained >= 0 && gained <= wallMs * 2).toBe(true);
      expect(mergeRanges([...result.watched, ...watched], 1000)).toEqual(result.watched);
      expect(mergeRanges(result.watched, 1000)).toEqual(result.watched);
      const everything = countMilliseconds(mergeRanges([...watched, ...claimed], 1000));
      expect(gained + result.refusedMs).toBe(everything - countMilliseconds(watched));
    }
  });
});

/** Counts every covered millisecond individually. */
function countMilliseconds(merged: readonly WatchedRange[]): number {
  const milliseconds = new Set<number>();
  for (const [from, to] of merged) for (let at = Math.max(0, from); at < Math.min(1000, to); at++) milliseconds.add(at);
  return milliseconds.size;
}
