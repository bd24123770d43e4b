import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AttemptSheet } from '@contract/attempt-answers';
import { useLearnedAnew } from '../learner-data';
import { attemptApi, type Timed } from './attempt-api';
import { AnswerSaver, type Saved } from './answer-saver';
import { ServerClock } from './server-clock';

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

  const heard = useCallback(
    <T extends { now: string }>({ data, sentAt, heardAt }: Timed<T>): T => {
      clock.heard(data.now, sentAt, heardAt);
      return data;
    },
    [clock],
  );

  const saver = useMemo(() => {
    const key = KEY + attemptId;
    return new AnswerSaver({
      put: async (slot, body) => heard(await attemptApi.answer(attemptId, slot, body)),
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
  }, [attemptId, clock, heard]);

  const take = useCallback(
    (next: AttemptSheet) => {
      setSheet(next);
      if (next.status !== 'in_progress') {
        saver.end();
        learnedAnew();
      } else saver.load(next.answers);
    },
    [saver, learnedAnew],
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
      else if (!(await saver.settled())) {
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
          const { statusCode = 0 } = failure as { statusCode?: number };
          if (statusCode !== 0 && statusCode < 500 && statusCode !== 429) {
            setError(failure);
            break;
          }
          await new Promise((go) => setTimeout(go, AGAIN_MS));
        }
      }
      finishing.current = false;
      setEnding('no');
    },
    [attemptId, saver, heard, take],
  );

  useEffect(() => {
    void read();
    const back = () => saver.retryNow();
    addEventListener('online', back);
    const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(KEY + attemptId);
    tabs.current = channel;
    channel?.addEventListener('message', ({ data }: MessageEvent<Told>) =>
      data === 'ended' ? void readAgain.current() : saver.absorb(data),
    );
    return () => {
      removeEventListener('online', back);
      saver.rest();
      channel?.close();
      tabs.current = null;
    };
  }, [read, saver, attemptId]);

  const deadline = sheet?.status === 'in_progress' ? sheet.deadline : null;
  useEffect(() => {
    if (!deadline) return;
    // setTimeout cannot wait longer than 24 days; a limit is a day at most.
    const left = Date.parse(deadline) - clock.now() + PAST_THE_END_MS;
    const timer = setTimeout(() => void finish('time_up'), Math.max(0, left));
    return () => clearTimeout(timer);
  }, [deadline, clock, finish]);

  const answers = useSyncExternalStore(saver.subscribe, saver.snapshot);
  return {
    sheet,
    error,
    read,
    answers,
    give: (slot: number, ids: string[]) => saver.give(slot, ids),
    finish,
    ending,
    byTime,
    clock,
  };
}
