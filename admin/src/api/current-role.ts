import type { Role } from '@contract/resource';
import { readUser } from './storage';

/** The role of the current user; null when signed out. In the stored user 0 is Admin, any other value User. */
export function currentRole(): Role | null {
  const user = readUser();
  if (!user) return null;
  if (user.kind === 'platform') return 'platform';
  return Number(user.role) === 0 ? 'admin' : 'user';
}
