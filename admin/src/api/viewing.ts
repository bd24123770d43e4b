import { readUser, sessionChanged } from './storage';

/** The organisation that platform staff look at, read-only (screens.md §6). */
export interface Viewing {
  customer_id: number;
  customer_name: string;
}

const VIEWING = 'viewing';

/** Of this tab and of who began it: session storage, so that no other tab and no later sign-in finds itself in it. */
export function readViewing(): Viewing | null {
  const json = sessionStorage.getItem(VIEWING);
  const user = json && readUser();
  if (!user || user.kind !== 'platform') return null;
  try {
    const stored = JSON.parse(json) as (Viewing & { by: string }) | null;
    return stored?.by === user.user_name ? stored : null;
  } catch {
    return null;
  }
}

/** The page begins anew: nothing that was read before may stand beside what is looked at now. */
export function startViewing({ customer_id, customer_name }: Viewing, to = '/home'): void {
  sessionStorage.setItem(VIEWING, JSON.stringify({ customer_id, customer_name, by: readUser()?.user_name }));
  location.assign(to);
}

export function forgetViewing(): void {
  sessionStorage.removeItem(VIEWING);
  sessionChanged();
}

/** Does not notify `useSession`: the page is about to be replaced, and must not load its data again. */
export function leaveViewing(): void {
  sessionStorage.removeItem(VIEWING);
  location.assign('/customer-list');
}
