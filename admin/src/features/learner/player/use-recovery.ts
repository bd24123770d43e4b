import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { VideoLink } from '@contract/training-answers';
import { fileAddress } from '@/api/roots';
import { findPlayProblem, lacksPicture, type PlayProblem } from '@/components/play-problem';

/** Waits before the second and later tries; after them only the viewer tries again. */
const RETRY_MS = [3_000, 10_000, 30_000];

/**
 * Brings a video back that stopped playing: asks for a link anew, loads again and goes on at the same place. The first try
 * is silent, as every link ends. @param open asks for a link
 */
export function useRecovery(
  video: RefObject<HTMLVideoElement | null>,
  link: VideoLink | null,
  open: () => Promise<void>,
) {
  const [problem, setProblem] = useState<PlayProblem | null>(null);
  const [loads, setLoads] = useState(0);
  const resumeAt = useRef<{ ms: number; plays: boolean } | null>(null);
  const failures = useRef(0);
  const hasLoaded = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const retry = useCallback(async () => {
    clearTimeout(timer.current);
    await open();
    setLoads((count) => count + 1);
  }, [open]);

  // A link to an own address is the same each time, so React does not load it again.
  useEffect(() => {
    if (loads > 0) video.current?.load();
  }, [loads, video]);

  useEffect(() => {
    if (problem === null || problem === 'format') return;
    const back = () => void retry();
    addEventListener('online', back);
    return () => removeEventListener('online', back);
  }, [problem, retry]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /**
   * The element or its stream has failed.
   * @param at where to go on
   * @param hasFallback another source of the same link is loaded already
   */
  function fail(at: { ms: number; plays: boolean }, hasFallback: boolean): void {
    // What was chosen while it was loading is where the viewer wants to be.
    resumeAt.current ??= at;
    if (hasFallback) return;
    clearTimeout(timer.current);
    const wait = RETRY_MS[failures.current - 1];
    failures.current++;
    if (failures.current === 1) return void retry();
    void findPlayProblem(fileAddress(link?.url ?? ''), video.current?.error ?? null).then((answer) => {
      // A format that has played before is not the cause.
      const cause = answer === 'unknown' && hasLoaded.current ? 'unreachable' : answer;
      setProblem(cause);
      if (cause !== 'format' && wait !== undefined) timer.current = setTimeout(() => void retry(), wait);
    });
  }

  /** Goes to a place; while the video is being loaded anew, once that is done. */
  function seek(ms: number, plays: boolean): void {
    const element = video.current;
    if (!element) return;
    if (resumeAt.current || element.readyState < HTMLMediaElement.HAVE_METADATA) resumeAt.current = { ms, plays };
    else element.currentTime = ms / 1000;
  }

  /** `seeking` of the element, by its own controls. */
  function handleSeeking(element: HTMLVideoElement): void {
    if (resumeAt.current) resumeAt.current = { ...resumeAt.current, ms: element.currentTime * 1000 };
  }

  /** `loadedmetadata` of the element. */
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
    // Where its element was sent while it had no video goes first.
    if (element.currentTime === 0) element.currentTime = resume.ms / 1000;
    if (resume.plays) void element.play().catch(() => undefined);
  }

  return {
    ...{ problem, fail, seek, handleSeeking, handleLoaded },
    /** It plays: the next failure is the first one again. */
    handlePlaying: () => {
      failures.current = 0;
    },
    /** The viewer's own try. */
    retry: () => {
      failures.current = Math.min(failures.current, 1);
      void retry();
    },
  };
}
