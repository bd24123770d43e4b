import { useSyncExternalStore } from 'react';
import { readUser } from '@/api/storage';

const listeners = new Set<() => void>();
const storageKey = (name: string): string => `kept.${name}.${readUser()?.user_name ?? ''}`;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** A UI preference in local storage, per user. The first of `choices` is the default. */
export function usePreference<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey(name)));
  const choose = (choice: Choice) => {
    localStorage.setItem(storageKey(name), choice);
    listeners.forEach((listener) => listener());
  };
  return [choices.find((choice) => choice === stored) ?? choices[0], choose];
}
