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
    const kept = JSON.parse(json) as (Viewing & { by: string }) | null;
    return kept?.by === user.user_name ? kept : null;
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

/** As above: what is still shown is not read again for the moment that it stands. */
export function leaveViewing(): void {
  sessionStorage.removeItem(VIEWING);
  location.assign('/customer-list');
}
