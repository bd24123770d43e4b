import type { WatchProgressResponse } from '../../src/contract/training.responses';
import { WatchProgressQueue, type WatchProgress } from '../../admin/src/features/learner/player/watch-progress-queue';
import {
  firstGap,
  mergeRanges,
  PlayTracker,
  subtractRanges,
  type WatchedRange,
} from '../../admin/src/features/learner/player/watched-ranges';

const progressAnswer = (ranges: WatchedRange[]): WatchProgressResponse => ({
  training_id: 'training',
  assignment_id: 'assignment',
  duration_ms: 60_000,
  media_revision: 1,
  threshold: 90,
  position_ms: 0,
  ranges,
  share: '0.00',
  completed_at: null,
  training_completed: false,
});

describe('what was watched', () => {
  it('counts what was played, a few times a second', () => {
    const tracker = new PlayTracker();
    for (let ms = 0; ms <= 2000; ms += 250) tracker.advance(ms, 5000 + ms, 1);
    expect(tracker.drain()).toEqual({ ranges: [[0, 2000]], speed: 1 });
  });

  it('never counts what was skipped, by event or by script', () => {
    const tracker = new PlayTracker();
    tracker.advance(0, 0, 1);
    tracker.advance(1000, 1000, 1);
    tracker.advance(60_000, 1250, 1);
    tracker.advance(60_250, 1500, 1);
    tracker.jump();
    tracker.advance(61_000, 1750, 1);
    tracker.advance(61_250, 2000, 1);
    expect(tracker.drain().ranges).toEqual([
      [0, 1000],
      [60_000, 60_250],
      [61_000, 61_250],
    ]);
  });

  it('does not count a pause as time in which anything was played', () => {
    const tracker = new PlayTracker();
    tracker.advance(0, 0, 1);
    tracker.stop(1000, 1000, 1);
    tracker.advance(30_000, 61_000, 1);
    expect(tracker.drain().ranges).toEqual([[0, 1000]]);
  });

  it('counts twice as much in the same time at twice the speed, and says so', () => {
    const tracker = new PlayTracker();
    tracker.advance(0, 0, 2);
    tracker.advance(2000, 1000, 2);
    expect(tracker.drain()).toEqual({ ranges: [[0, 2000]], speed: 2 });
  });

  it('continues where it was after each read', () => {
    const tracker = new PlayTracker();
    tracker.advance(0, 0, 1);
    tracker.advance(500, 500, 1);
    tracker.drain();
    tracker.advance(900, 900, 1);
    expect(tracker.drain().ranges).toEqual([[500, 900]]);
  });

  it('knows where something was skipped', () => {
    expect(
      firstGap(
        [
          [0, 5000],
          [5400, 9000],
        ],
        20_000,
      ),
    ).toEqual([9000, 20_000]);
    expect(firstGap([[0, 20_000]], 20_000)).toBeNull();
    expect(
      subtractRanges(
        [[0, 10]],
        [
          [2, 4],
          [6, 20],
        ],
      ),
    ).toEqual([
      [0, 2],
      [4, 6],
    ]);
    expect(
      mergeRanges([
        [5, 9],
        [0, 5],
        [7, 7],
      ]),
    ).toEqual([[0, 9]]);
  });
});

describe('the queue of watch progress', () => {
  const createQueue = (
    answers: (WatchProgressResponse | { statusCode: number; code?: string })[],
    storedText: string | null = null,
  ) => {
    const sent: WatchProgress[] = [];
    const store = {
      text: storedText,
      read: () => store.text,
      write: (text: string | null) => void (store.text = text),
    };
    const send = (beat: WatchProgress): Promise<WatchProgressResponse> => {
      sent.push(beat);
      const next = answers.shift() ?? progressAnswer([]);
      return 'statusCode' in next ? Promise.reject(next) : Promise.resolve(next);
    };
    return { sent, store, queue: new WatchProgressQueue({ training_id: 't', send, store }) };
  };
  const played = (...ranges: WatchedRange[]) => ({ ranges, speed: 1 });

  it('sends what was played, once', async () => {
    const { queue, sent } = createQueue([progressAnswer([[0, 9000]])]);
    queue.add(played([0, 9000]), 9000);
    await queue.flush();
    await queue.flush();
    expect(sent).toEqual([{ training_id: 't', ranges: [[0, 9000]], position_ms: 9000, speed: 1 }]);
  });

  it('keeps it on the device while there is no connection and sends all of it later', async () => {
    const { queue, sent, store } = createQueue([{ statusCode: 0 }, progressAnswer([[0, 20_000]])]);
    queue.add(played([0, 10_000]), 10_000);
    await queue.flush();
    expect(queue.state).toBe('waiting');
    expect(JSON.parse(store.text!)).toMatchObject({ ranges: [[0, 10_000]] });
    queue.add(played([10_000, 20_000]), 20_000);
    await queue.flush();
    expect(sent[1]!.ranges).toEqual([[0, 20_000]]);
    expect([queue.state, store.text, queue.isEmpty]).toEqual(['calm', null, true]);
  });

  it('takes up what an earlier visit left behind', async () => {
    const first = createQueue([{ statusCode: 503 }]);
    first.queue.add(played([0, 4000]), 4000);
    await first.queue.flush(true);
    const later = createQueue([progressAnswer([[0, 4000]])], first.store.text);
    await later.queue.flush();
    expect(later.sent).toMatchObject([{ ranges: [[0, 4000]], position_ms: 4000 }]);
    expect(later.store.text).toBeNull();
  });

  it('sends again what the server’s clock did not allow yet, and nothing else', async () => {
    const { queue, sent } = createQueue([progressAnswer([[0, 8000]]), progressAnswer([[0, 10_000]])]);
    queue.add(played([0, 10_000]), 10_000);
    await queue.flush();
    queue.add(played(), 10_000);
    await queue.flush();
    expect(sent[1]!.ranges).toEqual([[8000, 10_000]]);
  });

  it('names the film, and drops what was played of one that was replaced', async () => {
    const { queue, sent, store } = createQueue([{ statusCode: 409, code: 'video_replaced' }]);
    queue.setMediaRevision(1);
    queue.add(played([0, 4000]), 4000);
    await queue.flush();
    expect(sent).toMatchObject([{ media_revision: 1 }]);
    expect([queue.state, store.text, queue.isEmpty]).toEqual(['calm', null, true]);
    queue.add(played([0, 2000]), 2000);
    queue.setMediaRevision(2);
    expect(queue.isEmpty).toBe(true);
  });

  it('sends the length that the player measures, of the film that it plays', async () => {
    const { queue, sent } = createQueue([]);
    queue.setMediaRevision(1);
    const lengths: unknown[] = [];
    for (const measured of [59_999.6, Number.POSITIVE_INFINITY, Number.NaN]) {
      queue.setLength(measured);
      queue.add(played([0, 1000]), lengths.length + 1);
      await queue.flush();
      lengths.push(sent.at(-1)?.length_ms);
    }
    expect(lengths).toEqual([60_000, undefined, undefined]);
    queue.setLength(60_000);
    queue.setMediaRevision(2);
    queue.add(played([0, 1000]), 1000);
    await queue.flush();
    expect(sent.at(-1)).toMatchObject({ media_revision: 2 });
    expect(sent.at(-1)?.length_ms).toBeUndefined();
  });

  it('drops what is refused permanently', async () => {
    const { queue, store } = createQueue([{ statusCode: 404 }]);
    queue.add(played([0, 4000]), 4000);
    await queue.flush();
    expect([queue.state, store.text, queue.isEmpty]).toEqual(['refused', null, true]);
  });
});
