import { useSyncExternalStore } from 'react';
import type { Role } from '@contract/resource';
import { onSessionChange, readToken, readUser, type CurrentUser } from './storage';
import { readImpersonation, type Impersonation } from './impersonation';
import { currentRole } from './current-role';

/** The session of this tab. */
export interface Session {
  /** False as soon as the session ends, in this tab or another one. The other fields keep their last values then. */
  readonly signedIn: boolean;
  /** Null when signed out, and in a new tab until the token is refreshed. */
  readonly user: Omit<CurrentUser, 'token'> | null;
  readonly role: Role | null;
  /** The customer that platform staff view. */
  readonly impersonation: Impersonation | null;
}

let currentSession: Session = { signedIn: false, user: null, role: null, impersonation: null };
let json = '';
let wasSignedIn = false;

/** Returns the same object until a field changes; a renewed token is not a change. */
function getSnapshot(): Session {
  const stored = readUser();
  const signedIn = readToken() !== null;
  // The end of a session loads another page. Until then the page keeps its state, for example an unsaved form.
  if (wasSignedIn && !(signedIn && stored)) {
    if (currentSession.signedIn) [currentSession, json] = [{ ...currentSession, signedIn: false }, ''];
    return currentSession;
  }
  wasSignedIn = signedIn && stored !== null;
  const { token: _, ...user } = stored ?? {};
  const next = {
    signedIn,
    user: stored && (user as Session['user']),
    role: currentRole(),
    impersonation: readImpersonation(),
  };
  const text = JSON.stringify(next);
  if (text !== json) [currentSession, json] = [next, text];
  return currentSession;
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = onSessionChange(listener);
  // Changes made by other tabs.
  addEventListener('storage', listener);
  return () => {
    unsubscribe();
    removeEventListener('storage', listener);
  };
}

/** The session, for components. Other code calls `readUser`, `currentRole` and `readImpersonation`. */
export const useSession = (): Session => useSyncExternalStore(subscribe, getSnapshot);
