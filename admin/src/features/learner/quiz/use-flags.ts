import { useState } from 'react';

const KEY_PREFIX = 'quiz-flags:';

function readFlags(key: string): Set<number> {
  try {
    return new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]') as number[]);
  } catch {
    return new Set();
  }
}

/** Slots the learner flagged. Stored for this tab and kept over a reload. */
export function useFlags(attemptId: string): [ReadonlySet<number>, (slot: number) => void] {
  const key = KEY_PREFIX + attemptId;
  const [flags, setFlags] = useState(() => readFlags(key));
  const toggle = (slot: number) => {
    const next = new Set(flags);
    if (!next.delete(slot)) next.add(slot);
    sessionStorage.setItem(key, JSON.stringify([...next]));
    setFlags(next);
  };
  return [flags, toggle];
}
