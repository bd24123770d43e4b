import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { VideoLinkResponse } from '@contract/training.responses';
import { fileAddress } from '@/api/env';
import { detectPlaybackProblem, lacksPicture, type PlaybackProblem } from '@/components/playback-problem';

/** Delays before the automatic retries. After the last one only the viewer can retry. */
const RETRY_MS = [3_000, 10_000, 30_000];

/**
 * Recovers a video after a playback failure: loads a new link and resumes at the same position.
 * The first retry is silent, because every link expires.
 * @param loadLink requests a new link
 */
export function useRecovery(
  video: RefObject<HTMLVideoElement | null>,
  link: VideoLinkResponse | null,
  loadLink: () => Promise<void>,
) {
  const [problem, setProblem] = useState<PlaybackProblem | null>(null);
  const [loadCount, setLoadCount] = useState(0);
  const resumeAt = useRef<{ ms: number; isPlaying: boolean } | null>(null);
  const failures = useRef(0);
  const hasLoaded = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const retry = useCallback(async () => {
    clearTimeout(timer.current);
    await loadLink();
    setLoadCount((count) => count + 1);
  }, [loadLink]);

  // A link with an unchanged URL does not make React reload the element.
  useEffect(() => {
    if (loadCount > 0) video.current?.load();
  }, [loadCount, video]);

  useEffect(() => {
    if (problem === null || problem === 'format') return;
    const handleOnline = () => void retry();
    addEventListener('online', handleOnline);
    return () => removeEventListener('online', handleOnline);
  }, [problem, retry]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /**
   * Handles a failure of the element or its stream.
   * @param at where to resume
   * @param hasFallback another source of the same link is already loading
   */
  function handleFailure(at: { ms: number; isPlaying: boolean }, hasFallback: boolean): void {
    // A seek made during a reload wins.
    resumeAt.current ??= at;
    if (hasFallback) return;
    clearTimeout(timer.current);
    const retryDelay = RETRY_MS[failures.current - 1];
    failures.current++;
    if (failures.current === 1) return void retry();
    void detectPlaybackProblem(fileAddress(link?.url ?? ''), video.current?.error ?? null).then((detectedProblem) => {
      // A format that has played before is not the cause.
      const cause = detectedProblem === 'unknown' && hasLoaded.current ? 'unreachable' : detectedProblem;
      setProblem(cause);
      if (cause !== 'format' && retryDelay !== undefined) timer.current = setTimeout(() => void retry(), retryDelay);
    });
  }

  /** Seeks now, or after the running reload. */
  function seek(ms: number, isPlaying: boolean): void {
    const element = video.current;
    if (!element) return;
    if (resumeAt.current || element.readyState < HTMLMediaElement.HAVE_METADATA) resumeAt.current = { ms, isPlaying };
    else element.currentTime = ms / 1000;
  }

  /** For the element's `seeking` event. */
  function handleSeeking(element: HTMLVideoElement): void {
    if (resumeAt.current) resumeAt.current = { ...resumeAt.current, ms: element.currentTime * 1000 };
  }

  /** For the element's `loadedmetadata` event. */
  function handleLoaded(element: HTMLVideoElement): void {
    if (lacksPicture(element)) {
      element.pause();
      setProblem('format');
      return;
    }
    hasLoaded.current = true;
    setProblem(null);
    const resume = resumeAt.current;
    resumeAt.current = null;
    if (!resume) return;
    // A position that the element already has wins.
    if (element.currentTime === 0) element.currentTime = resume.ms / 1000;
    if (resume.isPlaying) void element.play().catch(() => undefined);
  }

  return {
    problem,
    handleFailure,
    seek,
    handleSeeking,
    handleLoaded,
    /** Playback works again: the next failure is retried silently. */
    handlePlaying: () => {
      failures.current = 0;
    },
    /** Retry by the viewer. */
    retry: () => {
      failures.current = Math.min(failures.current, 1);
      void retry();
    },
  };
}
