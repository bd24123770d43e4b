import { useEffect, useEffectEvent, useState } from 'react';
import { useSettled } from './settled';

const TYPING_PAUSE_MS = 250;

/**
 * The words of a search box. Once typing pauses they are searched for; when `q` changes elsewhere (back, a cleared filter,
 * the menu) the box follows and searches nothing: that would put the old words back.
 */
export function useTypedSearch(q: string, search: (q: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(q);
  const settled = useSettled(typed, TYPING_PAUSE_MS);
  useEffect(() => setTyped(q), [q]);
  const paused = useEffectEvent((words: string) => {
    if (words === typed && words.trim() !== q) search(words.trim());
  });
  useEffect(() => paused(settled), [settled]);
  return [typed, setTyped];
}
