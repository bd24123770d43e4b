import type { AuthProvider } from '@refinedev/core';
import { expire, fresh, login, logout, signedIn, signInAddress } from '@/api/session';

/**
 * Refine's view of the session; the session itself lives in api/session, because the public pages need it too. What of
 * Refine's auth hooks is used, and what is not: docs/decisions/0004-refine-hooks.md.
 */
export const authProvider: AuthProvider = {
  // Refine's type asks for it; the sign-in page, which stands outside Refine, calls `login` itself.
  login: async ({ user_name, password }: { user_name: string; password: string }) => {
    await login(user_name, password);
    return { success: true, redirectTo: '/home' };
  },
  // It loads the sign-in page anew, so nothing is left for Refine to redirect.
  logout: async () => {
    await logout();
    return { success: true };
  },
  // A tab that does not know its user yet waits for the refresh.
  check: async () => {
    const redirectTo = signInAddress();
    await fresh();
    return signedIn() ? { authenticated: true } : { authenticated: false, redirectTo };
  },
  onError: async (error: { statusCode?: number }) => {
    // Every 401 leads here as often as requests failed; `expire` acts once.
    if (error?.statusCode === 401) expire();
    return {};
  },
};
