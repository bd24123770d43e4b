import type { AuthProvider } from '@refinedev/core';
import { expire, login, logout, signedIn, signInAddress } from '@/api/session';
import { readUser, type CurrentUser } from '@/api/storage';
import { currentRole } from '@/api/who';

/** Refine's view of the session; the session itself lives in app/session, because the public pages need it too. */
export const authProvider: AuthProvider = {
  login: async ({ user_name, password }: { user_name: string; password: string }) => {
    await login(user_name, password);
    return { success: true, redirectTo: '/home' };
  },
  logout: async () => {
    await logout();
    return { success: true };
  },
  check: async () => (signedIn() ? { authenticated: true } : { authenticated: false, redirectTo: signInAddress() }),
  onError: async (error: { statusCode?: number }) => {
    // Every 401 leads here as often as requests failed; `expire` acts once.
    if (error?.statusCode === 401) expire();
    return {};
  },
  getIdentity: async (): Promise<CurrentUser | null> => readUser(),
  getPermissions: async () => currentRole(),
};
