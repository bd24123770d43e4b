import {
  lengthTolerance,
  mergeRanges,
  reachesThreshold,
  shareHundredths,
  takeBeat,
  watchedMs,
  type WatchedRange,
} from '../../src/trainings/watched-ranges';
import { chance, type Chance } from '../support/chance';

const VIDEO = 600_000;

describe('watched ranges', () => {
  it('are merged where they overlap or touch, clipped to the video, and what is no range is dropped', () => {
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

  it('are nowhere else given what was not watched', () => {
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

describe('a beat', () => {
  const beat = { watched: [] as WatchedRange[], durationMs: VIDEO, wallMs: 10_000, speed: 1 };

  it('keeps what fits into wall time × speed and refuses the rest', () => {
    expect(takeBeat({ ...beat, claimed: [[0, 10_000]] })).toEqual({
      watched: [[0, 10_000]],
      gainedMs: 10_000,
      refusedMs: 0,
      spareMs: 0,
    });
    expect(takeBeat({ ...beat, claimed: [[0, VIDEO]] })).toEqual({
      watched: [[0, 10_000]],
      gainedMs: 10_000,
      refusedMs: 590_000,
      spareMs: 0,
    });
    expect(
      takeBeat({
        ...beat,
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

  it('counts speed up to twice, and a senseless one as once', () => {
    const gained = (speed: number) => takeBeat({ ...beat, speed, claimed: [[0, VIDEO]] }).gainedMs;
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
    const first = takeBeat({ ...beat, claimed: [[0, 10_000]] });
    expect(takeBeat({ ...beat, watched: first.watched, wallMs: 0, claimed: [[0, 10_000]] })).toEqual({
      watched: [[0, 10_000]],
      gainedMs: 0,
      refusedMs: 0,
      spareMs: 0,
    });
    const second = takeBeat({ ...beat, watched: first.watched, claimed: [[0, 20_000]] });
    expect(second).toMatchObject({ watched: [[0, 20_000]], gainedMs: 10_000, refusedMs: 0 });
  });

  it('may use time that an earlier beat left over, since beats arrive unevenly', () => {
    const late = takeBeat({ ...beat, wallMs: 10_200, claimed: [[0, 10_000]] });
    expect(late.spareMs).toBe(200);
    const early = takeBeat({
      ...beat,
      watched: late.watched,
      wallMs: 9800,
      spareMs: late.spareMs,
      claimed: [[10_000, 20_000]],
    });
    expect(early).toMatchObject({ watched: [[0, 20_000]], refusedMs: 0, spareMs: 0 });
  });

  it('cannot go back in time', () => {
    expect(takeBeat({ ...beat, watched: [[0, 5000]], wallMs: -60_000, claimed: [[5000, 9000]] })).toMatchObject({
      watched: [[0, 5000]],
      gainedMs: 0,
    });
  });

  const ranges = (dice: Chance): WatchedRange[] =>
    Array.from({ length: dice.whole(0, 6) }, () => {
      const from = dice.whole(-10, 1000);
      return [from, from + dice.whole(-5, 200)] as const;
    });

  it('never lowers the share, never passes the clock, never leaves the video (2,000 random beats)', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const dice = chance(seed);
      const watched = mergeRanges(ranges(dice), 1000);
      const claimed = ranges(dice);
      const wallMs = dice.whole(0, 400);
      const taken = takeBeat({ watched, claimed, durationMs: 1000, wallMs, speed: 2 });
      const gained = covered(taken.watched) - covered(watched);
      expect(gained).toBe(taken.gainedMs);
      expect(gained >= 0 && gained <= wallMs * 2).toBe(true);
      expect(mergeRanges([...taken.watched, ...watched], 1000)).toEqual(taken.watched);
      expect(mergeRanges(taken.watched, 1000)).toEqual(taken.watched);
      const everything = covered(mergeRanges([...watched, ...claimed], 1000));
      expect(gained + taken.refusedMs).toBe(everything - covered(watched));
    }
  });
});

/** Millisecond by millisecond. */
function covered(merged: readonly WatchedRange[]): number {
  const seen = new Set<number>();
  for (const [from, to] of merged) for (let at = Math.max(0, from); at < Math.min(1000, to); at++) seen.add(at);
  return seen.size;
}
