import type { AuthProvider } from '@refinedev/core';
import { expireSession, ensureFreshToken, login, logout, isSignedIn, signInAddress } from '@/api/session';

/**
 * Refine's auth provider on top of api/session, which public pages use too. Used parts of Refine's auth hooks:
 * docs/decisions/0004-refine-hooks.md.
 */
export const authProvider: AuthProvider = {
  // Required by the type; the sign-in page is outside Refine and calls `login` itself.
  login: async ({ user_name, password }: { user_name: string; password: string }) => {
    await login(user_name, password);
    return { success: true, redirectTo: '/home' };
  },
  // `logout` loads the sign-in page, so Refine must not redirect.
  logout: async () => {
    await logout();
    return { success: true };
  },
  // A new tab waits for the refresh that loads its user.
  check: async () => {
    const redirectTo = signInAddress();
    await ensureFreshToken();
    return isSignedIn() ? { authenticated: true } : { authenticated: false, redirectTo };
  },
  onError: async (error: { statusCode?: number }) => {
    // Called for every failed request; `expireSession` acts once.
    if (error?.statusCode === 401) expireSession();
    return {};
  },
};
