import { useSyncExternalStore } from 'react';
import { readUser } from '@/api/storage';

const listeners = new Set<() => void>();
const keyOf = (name: string): string => `kept.${name}.${readUser()?.user_name ?? ''}`;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** How a person likes a screen: kept in the browser, for each who signs in here. `choices`: the first unless chosen. */
export function useKept<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): [Choice, (choice: Choice) => void] {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(name)));
  const choose = (choice: Choice) => {
    localStorage.setItem(keyOf(name), choice);
    listeners.forEach((listener) => listener());
  };
  return [choices.find((choice) => choice === kept) ?? choices[0], choose];
}
