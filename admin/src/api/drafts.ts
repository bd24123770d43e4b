import { readToken } from './storage';

/**
 * Form drafts, kept in session storage until the form is saved or discarded, so that an expired session loses no input.
 * The key contains the account: another user of this tab does not see the draft.
 */
const draftKey = (resource: string, id: string) => `${KEY_PREFIX}${accountKey()}.${resource}.${id}`;
const KEY_PREFIX = 'draft.';
/** Employee codes repeat between customers, so the key needs both ids. */
const accountKey = (): string => ['OID', 'EID'].map((name) => localStorage.getItem(name) ?? '').join('.');

/** @param anonymous the form needs no session (registration); the key then has no account */
export function saveDraft(resource: string, id: string, values: Record<string, unknown>, anonymous = false): void {
  // After sign-out the key would have no account.
  if (!anonymous && readToken() === null) return;
  try {
    sessionStorage.setItem(draftKey(resource, id), JSON.stringify(values));
  } catch {
    // If the storage is full, only the draft is lost.
  }
}

export function readDraft(resource: string, id: string): Record<string, unknown> | null {
  try {
    return JSON.parse(sessionStorage.getItem(draftKey(resource, id)) ?? 'null') as Record<string, unknown> | null;
  } catch {
    return null;
  }
}

export const deleteDraft = (resource: string, id: string): void => sessionStorage.removeItem(draftKey(resource, id));

export function deleteAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key);
}
