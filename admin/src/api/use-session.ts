import { useSyncExternalStore } from 'react';
import type { Role } from '@contract/resource';
import { onSessionChange, readToken, readUser, type CurrentUser } from './storage';
import { readViewing, type Viewing } from './viewing';
import { currentRole } from './who';

/** Who is signed in in this tab, and what they look at. */
export interface Session {
  /** False from the moment the session ends, here or in another tab; the rest then says whose it was. */
  readonly signedIn: boolean;
  /** Null: nobody is signed in, or this tab waits for the server to say who. */
  readonly user: Omit<CurrentUser, 'token'> | null;
  readonly role: Role | null;
  /** The organisation that platform staff look at. */
  readonly viewing: Viewing | null;
}

let session: Session = { signedIn: false, user: null, role: null, viewing: null };
let json = '';
let began = false;

/** The same object until something of it changes; a renewed token is no change. */
function getSnapshot(): Session {
  const stored = readUser();
  const signedIn = readToken() !== null;
  // Whatever ends a session loads another page: what is shown until then, as a form that is not saved, stays as it was.
  if (began && !(signedIn && stored)) {
    if (session.signedIn) [session, json] = [{ ...session, signedIn: false }, ''];
    return session;
  }
  began = signedIn && stored !== null;
  const { token: _, ...user } = stored ?? {};
  const now = { signedIn, user: stored && (user as Session['user']), role: currentRole(), viewing: readViewing() };
  const text = JSON.stringify(now);
  if (text !== json) [session, json] = [now, text];
  return session;
}

function subscribe(listener: () => void): () => void {
  const end = onSessionChange(listener);
  // Of other tabs.
  addEventListener('storage', listener);
  return () => {
    end();
    removeEventListener('storage', listener);
  };
}

/** The session for components, which follow it. What is no component asks `readUser`, `currentRole` and `readViewing`. */
export const useSession = (): Session => useSyncExternalStore(subscribe, getSnapshot);
