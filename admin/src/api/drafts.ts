import { readToken } from './storage';

/**
 * What is being typed, kept in this tab until it is saved or discarded, so that an expired session loses nothing
 * (screens.md §2). The key names the user: somebody else signing in here finds no one's draft.
 */
const keyOf = (resource: string, id: string) => `${DRAFT}${who()}.${resource}.${id}`;
const DRAFT = 'draft.';
/** Of one account: employee codes repeat, each organisation's first admin has the same. */
const who = (): string => ['OID', 'EID'].map((name) => localStorage.getItem(name) ?? '').join('.');

/** `visitor`: of somebody who need not be signed in (registration); the key then names nobody. */
export function keepDraft(resource: string, id: string, values: Record<string, unknown>, visitor = false): void {
  // Signed out already: the key would name nobody.
  if (!visitor && readToken() === null) return;
  try {
    sessionStorage.setItem(keyOf(resource, id), JSON.stringify(values));
  } catch {
    // A full storage costs the draft, not the form.
  }
}

export function readDraft(resource: string, id: string): Record<string, unknown> | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(resource, id)) ?? 'null') as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

export const dropDraft = (resource: string, id: string): void => sessionStorage.removeItem(keyOf(resource, id));

/** Whoever signs out leaves nothing behind. */
export function dropAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
}
