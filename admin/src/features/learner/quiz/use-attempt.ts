import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AttemptSheet, ReviewQuestion } from '@contract/attempt-answers';
import { useLearnedAnew } from '../learner-data';
import { attemptApi, type Timed } from './attempt-api';
import { AnswerSaver, type Saved } from './answer-saver';
import type { Given } from './given';
import { ServerClock, timeLeft } from './server-clock';

const AGAIN_MS = 3000;
/** The server's clock and ours differ by a little: asked exactly at the end, it could still be running there. */
const PAST_THE_END_MS = 400;

const KEY = 'quiz-answers:';
/** What one tab tells the others. */
type Told = Saved | 'ended';

function tell(tabs: BroadcastChannel | null, what: Told): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  tabs?.postMessage(what);
}

/** Asking again changes nothing. */
function isForGood(failure: unknown): boolean {
  const { statusCode = 0 } = failure as { statusCode?: number };
  return statusCode !== 0 && statusCode < 500 && statusCode !== 429;
}

export type Ending = 'no' | 'submitting' | 'time_up';

/** One attempt with its saver: nothing given is lost by a reload, a second tab or a dead network. */
export function useAttempt(attemptId: string) {
  const [sheet, setSheet] = useState<AttemptSheet | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [ending, setEnding] = useState<Ending>('no');
  /** This visit ended by time: said kindly on the result. */
  const [byTime, setByTime] = useState(false);
  const clock = useMemo(() => new ServerClock(), []);
  /** The other tabs with this attempt. */
  const tabs = useRef<BroadcastChannel | null>(null);
  const learnedAnew = useLearnedAnew();
  const finishing = useRef(false);
  /** Answers are kept no more; what is saved can still be handed in. */
  const [isGrace, setIsGrace] = useState(false);
  const deadlineKnown = useRef<string | null>(null);
  const policyKnown = useRef<AttemptSheet['review_policy'] | null>(null);

  const heard = useCallback(
    <T extends { now: string }>({ data, sentAt, heardAt }: Timed<T>): T => {
      clock.heard(data.now, sentAt, heardAt);
      return data;
    },
    [clock],
  );

  /** What is right of the questions that are answered, where the policy shows it at once. */
  const [reviews, setReviews] = useState<ReadonlyMap<number, ReviewQuestion>>(new Map());
  const hasShown = useCallback(
    (review: ReviewQuestion) => setReviews((known) => new Map(known).set(review.slot, review)),
    [],
  );

  const saver = useMemo(() => {
    const key = KEY + attemptId;
    return new AnswerSaver({
      put: async (slot, body) => {
        const saved = heard(await attemptApi.answer(attemptId, slot, body));
        if (saved.review) hasShown(saved.review);
        // Extra time was given, or taken back, meanwhile.
        if (saved.deadline !== deadlineKnown.current) void readAgain.current();
        return saved;
      },
      store: {
        read: () => localStorage.getItem(key),
        write: (text) => (text === null ? localStorage.removeItem(key) : localStorage.setItem(key, text)),
      },
      now: clock.now,
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      onSaved: (saved) => tell(tabs.current, saved),
      over: () => void readAgain.current(),
      outdated: () => void readAgain.current(),
    });
  }, [attemptId, clock, heard, hasShown]);

  const take = useCallback(
    (next: AttemptSheet) => {
      setSheet(next);
      // What was shown stays shown: this sheet may have been read before it.
      setReviews((known) => new Map([...known, ...(next.review ?? []).map((each) => [each.slot, each] as const)]));
      deadlineKnown.current = next.deadline;
      policyKnown.current = next.review_policy;
      const left = timeLeft(next.deadline, clock.now());
      setIsGrace(next.status === 'in_progress' && next.at_end === 'grace' && left === 0);
      if (next.status !== 'in_progress') {
        saver.end();
        learnedAnew();
      } else {
        // Not while the time is over: what waits would be sent, refused and read again without end.
        if (left !== 0) saver.begin();
        saver.load(next.answers);
      }
    },
    [saver, learnedAnew, clock],
  );
  const read = useCallback(async () => {
    try {
      setError(null);
      take(heard(await attemptApi.read(attemptId)));
    } catch (failure) {
      setError(failure);
    }
  }, [attemptId, heard, take]);
  const readAgain = useRef(read);
  readAgain.current = read;

  /** Ends it, once however often it is asked; keeps asking while there is no connection. */
  const finish = useCallback(
    async (how: 'submitting' | 'time_up') => {
      if (finishing.current) return;
      finishing.current = true;
      setEnding(how);
      if (how === 'time_up') setByTime(true);
      else if (!isGrace && !(await saver.settled())) {
        // Refused or over: the sheet says which.
        finishing.current = false;
        setEnding('no');
        await readAgain.current();
        return;
      }
      for (;;) {
        try {
          take(heard(await attemptApi.submit(attemptId)));
          tell(tabs.current, 'ended');
          break;
        } catch (failure) {
          if (isForGood(failure)) {
            setError(failure);
            break;
          }
          await new Promise((go) => setTimeout(go, AGAIN_MS));
        }
      }
      finishing.current = false;
      setEnding('no');
    },
    [attemptId, saver, heard, take, isGrace],
  );

  /** The clock says that it is over; the server says what that means: there may be more time by now, or a while to hand it in. */
  const timeUp = useCallback(async () => {
    if (finishing.current) return;
    setEnding('time_up');
    let next: AttemptSheet | null = null;
    while (next === null) {
      try {
        next = heard(await attemptApi.read(attemptId));
      } catch (failure) {
        if (isForGood(failure)) {
          setEnding('no');
          return setError(failure);
        }
        await new Promise((go) => setTimeout(go, AGAIN_MS));
      }
    }
    const ends = next.at_end === 'grace' ? next.closes_at : next.deadline;
    if (next.status === 'in_progress' && timeLeft(ends, clock.now()) === 0) return finish('time_up');
    setEnding('no');
    take(next);
  }, [attemptId, clock, heard, take, finish]);

  useEffect(() => {
    void read();
    const back = () => saver.retryNow();
    addEventListener('online', back);
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(KEY + attemptId);
    tabs.current = channel;
    channel?.addEventListener('message', ({ data }: MessageEvent<Told>) =>
      // What is right of it is not told from tab to tab.
      data === 'ended' || policyKnown.current === 'during' ? void readAgain.current() : saver.absorb(data),
    );
    return () => {
      removeEventListener('online', back);
      saver.rest();
      channel?.close();
      tabs.current = null;
    };
  }, [read, saver, attemptId]);

  const deadline = sheet?.status === 'in_progress' ? (isGrace ? sheet.closes_at : sheet.deadline) : null;
  useEffect(() => {
    if (!deadline) return;
    // setTimeout cannot wait longer than 24 days; a limit is a day at most.
    const left = Date.parse(deadline) - clock.now() + PAST_THE_END_MS;
    const timer = setTimeout(() => void timeUp(), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [deadline, clock, timeUp]);

  const answers = useSyncExternalStore(saver.subscribe, saver.snapshot);
  return {
    sheet,
    error,
    read,
    answers,
    give: (slot: number, given: Given, rest?: number) => saver.give(slot, given, rest),
    finish,
    ending,
    byTime,
    isGrace,
    reviews,
    clock,
  };
}
