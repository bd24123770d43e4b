import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { CheckResponse } from '@refinedev/core';
import { Navigate, useSearchParams } from 'react-router';
import { Splash } from '@/components/splash';
import { safeRedirectPath, secondFactorAddress, isSignedIn } from '@/api/session';
import { useSession } from '@/api/use-session';
import { authProvider } from './providers/auth';

/**
 * Renders its children only when signed in. Calls the auth provider itself: Refine's `Authenticated` needs `<Refine>`,
 * which is not loaded before the sign-in. Users who must set up a second factor are redirected there; that page passes
 * `enrolling`.
 */
export function RequireSession({ children, enrolling = false }: { children: ReactNode; enrolling?: boolean }) {
  const { user } = useSession();
  const [checkResult, setCheckResult] = useState<CheckResponse | null>(null);
  // Computed once: during a navigation the address is already the next page's.
  const [secondFactor] = useState(secondFactorAddress);
  useEffect(() => {
    let isMounted = true;
    void authProvider.check().then((answer) => isMounted && setCheckResult(answer));
    return () => {
      isMounted = false;
    };
  }, []);
  if (!checkResult) return <Splash />;
  if (!checkResult.authenticated) return <Navigate replace to={checkResult.redirectTo!} />;
  if (user?.second_factor_required && !enrolling) return <Navigate replace to={secondFactor} />;
  return <Suspense fallback={<Splash />}>{user ? children : <Splash offline />}</Suspense>;
}

/** Redirects users who are already signed in. */
export function PublicOnly({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const [wasSignedIn] = useState(isSignedIn);
  if (wasSignedIn) return <Navigate replace to={safeRedirectPath(params.get('to'))} />;
  return <Suspense fallback={<Splash />}>{children}</Suspense>;
}
