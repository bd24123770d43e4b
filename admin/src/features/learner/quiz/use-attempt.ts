import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AttemptSheet, ReviewQuestion } from '@contract/attempt.responses';
import { useRefreshLearnerData } from '../learner-data';
import { attemptApi, type TimedResponse } from './attempt-api';
import { AnswerSaver, type ServerAnswer } from './answer-saver';
import type { PartialAnswer } from './partial-answer';
import { ServerClock, timeLeft } from './server-clock';

const RETRY_MS = 3000;
/** Clocks differ slightly: at the exact deadline the attempt could still be running on the server. */
const END_MARGIN_MS = 400;

const KEY_PREFIX = 'quiz-answers:';
/** Messages between the tabs of one attempt. */
type TabMessage = ServerAnswer | 'ended';

function broadcast(tabs: BroadcastChannel | null, message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  tabs?.postMessage(message);
}

/** A retry would fail in the same way. */
function isPermanentFailure(failure: unknown): boolean {
  const { statusCode = 0 } = failure as { statusCode?: number };
  return statusCode !== 0 && statusCode < 500 && statusCode !== 429;
}

export type Ending = 'no' | 'submitting' | 'time_up';

/** One attempt with its answers. Answers survive a reload, a second tab and a lost connection. */
export function useAttempt(attemptId: string) {
  const [sheet, setSheet] = useState<AttemptSheet | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [ending, setEnding] = useState<Ending>('no');
  /** The attempt timed out during this visit. */
  const [endedByTimeout, setEndedByTimeout] = useState(false);
  const clock = useMemo(() => new ServerClock(), []);
  const tabs = useRef<BroadcastChannel | null>(null);
  const refreshLearnerData = useRefreshLearnerData();
  const isFinishing = useRef(false);
  /** Grace time: answers are closed, but the attempt can still be submitted. */
  const [isGrace, setIsGrace] = useState(false);
  const knownDeadline = useRef<string | null>(null);
  const knownReviewPolicy = useRef<AttemptSheet['review_policy'] | null>(null);

  const syncClock = useCallback(
    <T extends { now: string }>({ data, sentAt, receivedAt }: TimedResponse<T>): T => {
      clock.sync(data.now, sentAt, receivedAt);
      return data;
    },
    [clock],
  );

  /** Reviews by slot, if the policy shows them during the attempt. */
  const [reviews, setReviews] = useState<ReadonlyMap<number, ReviewQuestion>>(new Map());
  const addReview = useCallback(
    (review: ReviewQuestion) => setReviews((current) => new Map(current).set(review.slot, review)),
    [],
  );

  const saver = useMemo(() => {
    const key = KEY_PREFIX + attemptId;
    return new AnswerSaver({
      put: async (slot, body) => {
        const saved = syncClock(await attemptApi.saveAnswer(attemptId, slot, body));
        if (saved.review) addReview(saved.review);
        // Extra time was granted or withdrawn.
        if (saved.deadline !== knownDeadline.current) void loadSheetRef.current();
        return saved;
      },
      store: {
        read: () => localStorage.getItem(key),
        write: (text) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
      },
      now: clock.now,
      schedule: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onSaved: (saved) => broadcast(tabs.current, saved),
      onAttemptOver: () => void loadSheetRef.current(),
      onOutdated: () => void loadSheetRef.current(),
    });
  }, [attemptId, clock, syncClock, addReview]);

  const applySheet = useCallback(
    (next: AttemptSheet) => {
      setSheet(next);
      // Keeps known reviews: this sheet may be older than they are.
      setReviews((current) => new Map([...current, ...(next.review ?? []).map((each) => [each.slot, each] as const)]));
      knownDeadline.current = next.deadline;
      knownReviewPolicy.current = next.review_policy;
      const remainingMs = timeLeft(next.deadline, clock.now());
      setIsGrace(next.status === 'in_progress' && next.at_end === 'grace' && remainingMs === 0);
      if (next.status !== 'in_progress') {
        saver.end();
        refreshLearnerData();
      } else {
        // Not after the deadline: pending answers would be sent, refused and reloaded in a loop.
        if (remainingMs !== 0) saver.resume();
        saver.load(next.answers);
      }
    },
    [saver, refreshLearnerData, clock],
  );
  const loadSheet = useCallback(async () => {
    try {
      setError(null);
      applySheet(syncClock(await attemptApi.read(attemptId)));
    } catch (failure) {
      setError(failure);
    }
  }, [attemptId, syncClock, applySheet]);
  const loadSheetRef = useRef(loadSheet);
  loadSheetRef.current = loadSheet;

  /** Submits the attempt once, and retries while offline. */
  const finish = useCallback(
    async (reason: 'submitting' | 'time_up') => {
      if (isFinishing.current) return;
      isFinishing.current = true;
      setEnding(reason);
      if (reason === 'time_up') setEndedByTimeout(true);
      else if (!isGrace && !(await saver.waitUntilSaved())) {
        // An answer was refused or the attempt is over; the sheet shows which.
        isFinishing.current = false;
        setEnding('no');
        await loadSheetRef.current();
        return;
      }
      for (;;) {
        try {
          applySheet(syncClock(await attemptApi.submit(attemptId)));
          broadcast(tabs.current, 'ended');
          break;
        } catch (failure) {
          if (isPermanentFailure(failure)) {
            setError(failure);
            break;
          }
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
      isFinishing.current = false;
      setEnding('no');
    },
    [attemptId, saver, syncClock, applySheet, isGrace],
  );

  /** The local deadline has passed. The server decides: there may be extra time or grace time. */
  const handleTimeUp = useCallback(async () => {
    if (isFinishing.current) return;
    setEnding('time_up');
    let next: AttemptSheet | null = null;
    while (next === null) {
      try {
        next = syncClock(await attemptApi.read(attemptId));
      } catch (failure) {
        if (isPermanentFailure(failure)) {
          setEnding('no');
          return setError(failure);
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    const endsAt = next.at_end === 'grace' ? next.closes_at : next.deadline;
    if (next.status === 'in_progress' && timeLeft(endsAt, clock.now()) === 0) return finish('time_up');
    setEnding('no');
    applySheet(next);
  }, [attemptId, clock, syncClock, applySheet, finish]);

  useEffect(() => {
    void loadSheet();
    const handleOnline = () => saver.retryNow();
    addEventListener('online', handleOnline);
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(KEY_PREFIX + attemptId);
    tabs.current = channel;
    channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) =>
      // Reviews are not sent between tabs, so the sheet is loaded.
      data === 'ended' || knownReviewPolicy.current === 'during' ? void loadSheetRef.current() : saver.applySaved(data),
    );
    return () => {
      removeEventListener('online', handleOnline);
      saver.pause();
      channel?.close();
      tabs.current = null;
    };
  }, [loadSheet, saver, attemptId]);

  const deadline = sheet?.status === 'in_progress' ? (isGrace ? sheet.closes_at : sheet.deadline) : null;
  useEffect(() => {
    if (!deadline) return;
    // Below the 24-day limit of setTimeout: a time limit is one day at most.
    const remainingMs = Date.parse(deadline) - clock.now() + END_MARGIN_MS;
    const timer = setTimeout(() => void handleTimeUp(), Math.max(0, remainingMs));
    return () => clearTimeout(timer);
  }, [deadline, clock, handleTimeUp]);

  const answers = useSyncExternalStore(saver.subscribe, saver.getSnapshot);
  return {
    sheet,
    error,
    loadSheet,
    answers,
    setAnswer: (slot: number, answer: PartialAnswer, delayMs?: number) => saver.setAnswer(slot, answer, delayMs),
    finish,
    ending,
    endedByTimeout,
    isGrace,
    reviews,
    clock,
  };
}
