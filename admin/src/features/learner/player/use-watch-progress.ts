import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { WatchProgressResponse, VideoLinkResponse } from '@contract/training.responses';
import { WatchProgressQueue, type QueueState } from './watch-progress-queue';
import { createProgressStore, sendWatchProgress } from './send-watch-progress';
import { mergeRanges, PlayTracker, subtractRanges, type WatchedRange } from './watched-ranges';
import { apiGet } from '@/api/api-get';

const SEND_INTERVAL_MS = 10_000;
/** The player's and the server's limit. */
export const MAX_SPEED = 2;

export interface WatchedVideo {
  ranges: readonly WatchedRange[];
  share: number;
  completed_at: string | null;
}

/**
 * Reports watch progress every 10 s and on pause, seek, page hide and end.
 * Spread the returned `events` on the video element.
 * @param onCompleted called when the training or its video becomes complete
 */
export function useWatchProgress(trainingId: string, staffId: string, onCompleted: () => void) {
  const [link, setLink] = useState<VideoLinkResponse | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [progress, setProgress] = useState<WatchedVideo>({ ranges: [], share: 0, completed_at: null });
  /** Played here and not confirmed by the server yet. Shown at once, but never counted as completion. */
  const [unsavedRanges, setUnsavedRanges] = useState<readonly WatchedRange[]>([]);
  const [isReplaced, setIsReplaced] = useState(false);
  const [sendState, setSendState] = useState<QueueState>('calm');
  const video = useRef<HTMLVideoElement | null>(null);
  /** Milliseconds. A ref, because the element is gone on unmount. */
  const position = useRef(0);
  /** Milliseconds, the position while paused. `play` events report a slightly later position. */
  const pausedPosition = useRef(0);
  const tracker = useMemo(() => new PlayTracker(), []);
  const onCompletedRef = useRef(onCompleted);
  onCompletedRef.current = onCompleted;
  const wasCompleted = useRef(false);
  const reopen = useRef(() => {});

  const queue = useMemo(() => {
    const handleResponse = (answer: WatchProgressResponse) => {
      setProgress({ ranges: answer.ranges, share: Number(answer.share), completed_at: answer.completed_at });
      setUnsavedRanges((current) => subtractRanges(current, answer.ranges));
      if (answer.training_completed || (answer.completed_at !== null && !wasCompleted.current))
        onCompletedRef.current();
      wasCompleted.current = answer.completed_at !== null;
    };
    const store = createProgressStore(staffId, trainingId);
    return new WatchProgressQueue({
      training_id: trainingId,
      send: sendWatchProgress,
      store,
      onResponse: handleResponse,
      onVideoReplaced: () => reopen.current(),
      onStateChange: setSendState,
    });
  }, [trainingId, staffId]);

  const collectRanges = useCallback(() => {
    const drained = tracker.drain();
    if (drained.ranges.length > 0) queue.add(drained, position.current);
    return drained.ranges.length > 0;
  }, [queue, tracker]);

  /** Loads a link. Unsent progress is sent first, because a new link restarts the server's clock. */
  const loadLink = useCallback(async () => {
    setError(null);
    try {
      collectRanges();
      await queue.flush();
      const data = await apiGet(`trainings/${trainingId}/video-link`);
      wasCompleted.current = data.completed_at !== null;
      queue.setMediaRevision(data.media_revision);
      setProgress({ ranges: data.ranges, share: Number(data.share), completed_at: data.completed_at });
      setLink(data);
    } catch (failure) {
      setError(failure);
    }
  }, [queue, collectRanges, trainingId]);

  useEffect(() => void loadLink(), [loadLink]);
  // Progress of an earlier visit may be sent before the first link is there. Then nothing needs to be reset.
  reopen.current = () => {
    if (!link) return;
    tracker.jump();
    tracker.drain();
    setUnsavedRanges([]);
    position.current = 0;
    setIsReplaced(true);
    void loadLink();
  };

  useEffect(() => {
    const trackPosition = () => {
      const element = video.current;
      if (!element || element.paused || element.seeking) return;
      position.current = element.currentTime * 1000;
      tracker.advance(position.current, performance.now(), element.playbackRate);
    };
    const timer = setInterval(() => {
      trackPosition();
      if (collectRanges() || queue.state === 'waiting') void queue.flush();
    }, SEND_INTERVAL_MS);
    const handleLeave = () => {
      trackPosition();
      collectRanges();
      void queue.flush(true);
    };
    const handleVisibilityChange = () => document.visibilityState === 'hidden' && handleLeave();
    const handleOnline = () => void queue.flush();
    document.addEventListener('visibilitychange', handleVisibilityChange);
    addEventListener('pagehide', handleLeave);
    addEventListener('online', handleOnline);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', handleVisibilityChange);
      removeEventListener('pagehide', handleLeave);
      removeEventListener('online', handleOnline);
      handleLeave();
    };
  }, [queue, tracker, collectRanges]);

  const events = useMemo(() => {
    const at = (element: HTMLVideoElement) => (position.current = element.currentTime * 1000);
    const trackPosition = (element: HTMLVideoElement) =>
      tracker.advance(at(element), performance.now(), element.playbackRate);
    const handleStart = (element: HTMLVideoElement) => {
      tracker.advance(pausedPosition.current, performance.now(), element.playbackRate);
      trackPosition(element);
    };
    const handleStop = (element: HTMLVideoElement) => {
      pausedPosition.current = element.currentTime * 1000;
      tracker.stop(at(element), performance.now(), element.playbackRate);
      collectRanges();
      void queue.flush();
    };
    return {
      onPlay: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => handleStart(currentTarget),
      onPlaying: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => trackPosition(currentTarget),
      onTimeUpdate: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (currentTarget.paused || currentTarget.seeking) return;
        trackPosition(currentTarget);
        setUnsavedRanges((current) => mergeRanges([...current, ...tracker.pending]));
      },
      onEmptied: () => {
        tracker.jump();
        pausedPosition.current = 0;
      },
      onSeeked: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (!currentTarget.paused) handleStart(currentTarget);
      },
      onSeeking: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        tracker.jump();
        pausedPosition.current = currentTarget.currentTime * 1000;
        // Dragging the slider fires many seeks. Only ranges played before them are sent.
        if (collectRanges()) void queue.flush();
      },
      onPause: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (!currentTarget.ended) handleStop(currentTarget);
      },
      onEnded: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => handleStop(currentTarget),
      onDurationChange: ({ currentTarget }: { currentTarget: HTMLVideoElement }) =>
        queue.setLength(currentTarget.duration * 1000),
      onRateChange: ({ currentTarget }: { currentTarget: HTMLVideoElement }) => {
        if (currentTarget.playbackRate > MAX_SPEED) currentTarget.playbackRate = MAX_SPEED;
      },
    };
  }, [tracker, queue, collectRanges]);

  const ranges = useMemo(
    () => (sendState === 'refused' ? progress.ranges : mergeRanges([...progress.ranges, ...unsavedRanges])),
    [progress.ranges, unsavedRanges, sendState],
  );
  return { video, position, link, error, loadLink, progress, ranges, sendState, isReplaced, events };
}
