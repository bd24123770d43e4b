import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { BeatAnswer, VideoLink } from '@contract/training-answers';
import { BeatQueue, type BeatState } from './beat-queue';
import { beatStore, sendBeat } from './send-beat';
import { mergeRanges, PlayTracker, without, type Range } from './watched';
import { read } from '@/api/read';

const BEAT_MS = 10_000;
/** The player offers no more, and the server counts no more. */
export const FASTEST = 2;

export interface Watched {
  ranges: readonly Range[];
  share: number;
  completed_at: string | null;
}

/**
 * Tells the server what is played, every 10 s and on pause, seek, hide and end. Hand the returned events to the video
 * element. `learned`: the training became complete, or its video did.
 */
export function useWatching(trainingId: string, staffId: string, learned: () => void) {
  const [link, setLink] = useState<VideoLink | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [watched, setWatched] = useState<Watched>({ ranges: [], share: 0, completed_at: null });
  /** Played here and not yet answered by the server; shown at once, and never counted as completion. */
  const [local, setLocal] = useState<readonly Range[]>([]);
  const [isReplaced, setReplaced] = useState(false);
  const [beatState, setBeatState] = useState<BeatState>('calm');
  const video = useRef<HTMLVideoElement | null>(null);
  /** Milliseconds; kept because the element is gone when the page is left. */
  const position = useRef(0);
  /** Milliseconds; where it stands while it does not play. By the time it says that it plays it has moved on a little. */
  const rest = useRef(0);
  const tracker = useMemo(() => new PlayTracker(), []);
  const onLearned = useRef(learned);
  onLearned.current = learned;
  const wasDone = useRef(false);
  const reopen = useRef(() => {});

  const queue = useMemo(() => {
    const heard = (answer: BeatAnswer) => {
      setWatched({ ranges: answer.ranges, share: Number(answer.share), completed_at: answer.completed_at });
      setLocal((earlier) => without(earlier, answer.ranges));
      if (answer.training_completed || (answer.completed_at !== null && !wasDone.current)) onLearned.current();
      wasDone.current = answer.completed_at !== null;
    };
    const store = beatStore(staffId, trainingId);
    return new BeatQueue({
      training_id: trainingId,
      send: sendBeat,
      store,
      heard,
      replaced: () => reopen.current(),
      changed: setBeatState,
    });
  }, [trainingId, staffId]);

  const collect = useCallback(() => {
    const taken = tracker.take();
    if (taken.ranges.length > 0) queue.add(taken, position.current);
    return taken.ranges.length > 0;
  }, [queue, tracker]);

  /** A link, new or again. What is still kept here goes first: time counts anew from the moment the link is given. */
  const open = useCallback(async () => {
    setError(null);
    try {
      collect();
      await queue.beat();
      const data = await read(`trainings/${trainingId}/video-link`);
      wasDone.current = data.completed_at !== null;
      queue.setFilm(data.media_revision);
      setWatched({ ranges: data.ranges, share: Number(data.share), completed_at: data.completed_at });
      setLink(data);
    } catch (failure) {
      setError(failure);
    }
  }, [queue, collect, trainingId]);

  useEffect(() => void open(), [open]);
  // Beats kept by an earlier visit are sent before the link is there: it brings the new film anyway.
  reopen.current = () => {
    if (!link) return;
    tracker.jumped();
    tracker.take();
    setLocal([]);
    position.current = 0;
    setReplaced(true);
    void open();
  };

  useEffect(() => {
    const moved = () => {
      const element = video.current;
      if (!element || element.paused || element.seeking) return;
      position.current = element.currentTime * 1000;
      tracker.moved(position.current, performance.now(), element.playbackRate);
    };
    const tick = setInterval(() => {
      moved();
      if (collect() || queue.state === 'waiting') void queue.beat();
    }, BEAT_MS);
    const leave = () => {
      moved();
      collect();
      void queue.beat(true);
    };
    const hide = () => document.visibilityState === 'hidden' && leave();
    const back = () => void queue.beat();
    document.addEventListener('visibilitychange', hide);
    addEventListener('pagehide', leave);
    addEventListener('online', back);
    return () => {
      clearInterval(tick);
      document.removeEventListener('visibilitychange', hide);
      removeEventListener('pagehide', leave);
      removeEventListener('online', back);
      leave();
    };
  }, [queue, tracker, collect]);

  const events = useMemo(() => {
    const at = (element: HTMLVideoElement) => (position.current = element.currentTime * 1000);
    const moved = (element: HTMLVideoElement) => tracker.moved(at(element), performance.now(), element.playbackRate);
    const begin = (element: HTMLVideoElement) => {
      tracker.moved(rest.current, performance.now(), element.playbackRate);
      moved(element);
    };
    const stop = (element: HTMLVideoElement) => {
      rest.current = element.currentTime * 1000;
      tracker.stopped(at(element), performance.now(), element.playbackRate);
      collect();
      void queue.beat();
    };
    return {
      onPlay: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => begin(currentTarget),
      onPlaying: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => moved(currentTarget),
      onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (currentTarget.paused || currentTarget.seeking) return;
        moved(currentTarget);
        setLocal((earlier) => mergeRanges([...earlier, ...tracker.pending]));
      },
      onEmptied: () => {
        tracker.jumped();
        rest.current = 0;
      },
      onSeeked: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (!currentTarget.paused) begin(currentTarget);
      },
      onSeeking: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        tracker.jumped();
        rest.current = currentTarget.currentTime * 1000;
        // Dragging the slider is many seeks; only what was played before it is worth a beat.
        if (collect()) void queue.beat();
      },
      onPause: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (!currentTarget.ended) stop(currentTarget);
      },
      onEnded: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => stop(currentTarget),
      onDurationChange: ({ currentTarget }: { currentTarget: HTMLVideoElement }) =>
        queue.setLength(currentTarget.duration * 1000),
      onRateChange: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (currentTarget.playbackRate > FASTEST) currentTarget.playbackRate = FASTEST;
      },
    };
  }, [tracker, queue, collect]);

  const ranges = useMemo(
    () => (beatState === 'refused' ? watched.ranges : mergeRanges([...watched.ranges, ...local])),
    [watched.ranges, local, beatState],
  );
  return { video, position, link, error, open, watched, ranges, beatState, isReplaced, events };
}
