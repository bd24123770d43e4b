import { useEffect, useEffectEvent, useState } from 'react';
import { useSettled } from '@/components/settled';

const TYPING_PAUSE_MS = 250;

/** What was searched for here and has not come round as `q` yet: that takes a moment, in which somebody types on. */
export class OwnSearches {
  private waiting: string[] = [];

  began(q: string): void {
    this.waiting.push(q);
  }

  /** What `q` will be. */
  last(q: string): string {
    return this.waiting.at(-1) ?? q;
  }

  /** @returns whether it was searched for here; what was before it comes no more */
  cameRound(q: string): boolean {
    const at = this.waiting.indexOf(q);
    this.waiting = at < 0 ? [] : this.waiting.slice(at + 1);
    return at >= 0;
  }
}

/**
 * The words of a search box. Once typing pauses they are searched for; when `q` changes elsewhere (back, a cleared filter,
 * the menu) the box follows and searches nothing: that would put the old words back. It does not follow its own search, over
 * which somebody may have typed on.
 */
export function useTypedSearch(q: string, search: (q: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(q);
  const [own] = useState(() => new OwnSearches());
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  useEffect(() => {
    if (!own.cameRound(q)) setTyped(q);
  }, [q, own]);
  const paused = useEffectEvent((words: string) => {
    const wanted = words.trim();
    if (words !== typed || wanted === own.last(q)) return;
    own.began(wanted);
    search(wanted);
  });
  useEffect(() => paused(settled), [settled]);
  return [typed, setTyped];
}
