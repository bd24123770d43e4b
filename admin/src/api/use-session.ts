import { useSyncExternalStore } from 'react';
import type { Role } from '@contract/resource';
import { onSessionChange, readToken, readUser, type CurrentUser } from './storage';
import { readViewing, type Viewing } from './viewing';
import { currentRole } from './who';

/** The session of this tab. */
export interface Session {
  /** False as soon as the session ends, in this tab or another one. The other fields keep their last values then. */
  readonly signedIn: boolean;
  /** Null when signed out, and in a new tab until the token is refreshed. */
  readonly user: Omit<CurrentUser, 'token'> | null;
  readonly role: Role | null;
  /** The organisation that platform staff look at. */
  readonly viewing: Viewing | null;
}

let session: Session = { signedIn: false, user: null, role: null, viewing: null };
let json = '';
let wasSignedIn = false;

/** Returns the same object until a field changes; a renewed token is not a change. */
function getSnapshot(): Session {
  const stored = readUser();
  const signedIn = readToken() !== null;
  // The end of a session loads another page. Until then the page keeps its state, for example an unsaved form.
  if (wasSignedIn && !(signedIn && stored)) {
    if (session.signedIn) [session, json] = [{ ...session, signedIn: false }, ''];
    return session;
  }
  wasSignedIn = signedIn && stored !== null;
  const { token: _, ...user } = stored ?? {};
  const now = { signedIn, user: stored && (user as Session['user']), role: currentRole(), viewing: readViewing() };
  const text = JSON.stringify(now);
  if (text !== json) [session, json] = [now, text];
  return session;
}

function subscribe(listener: () => void): () => void {
  const end = onSessionChange(listener);
  // Changes made by other tabs.
  addEventListener('storage', listener);
  return () => {
    end();
    removeEventListener('storage', listener);
  };
}

/** The session, for components. Other code calls `readUser`, `currentRole` and `readViewing`. */
export const useSession = (): Session => useSyncExternalStore(subscribe, getSnapshot);
