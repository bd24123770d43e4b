import { readUser, notifySessionChange } from './storage';

/** The customer that platform staff view, read-only. */
export interface Impersonation {
  customer_id: number;
  customer_name: string;
}

const STORAGE_KEY = 'viewing';

/** In session storage and bound to the user: other tabs and later sign-ins are not affected. */
export function readImpersonation(): Impersonation | null {
  const json = sessionStorage.getItem(STORAGE_KEY);
  const user = json && readUser();
  if (!user || user.kind !== 'platform') return null;
  try {
    const stored = JSON.parse(json) as (Impersonation & { by: string }) | null;
    return stored?.by === user.user_name ? stored : null;
  } catch {
    return null;
  }
}

/** Reloads the page, so that no data of the previous customer stays. */
export function startImpersonation({ customer_id, customer_name }: Impersonation, to = '/home'): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ customer_id, customer_name, by: readUser()?.user_name }));
  location.assign(to);
}

export function clearImpersonation(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  notifySessionChange();
}

/** Does not notify `useSession`: the page is being replaced and must not load its data again. */
export function endImpersonation(): void {
  sessionStorage.removeItem(STORAGE_KEY);
  location.assign('/customer-list');
}
