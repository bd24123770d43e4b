import { Suspense, useEffect, useState, type ReactNode } from 'react';
import type { CheckResponse } from '@refinedev/core';
import { Navigate, useSearchParams } from 'react-router';
import { Splash } from '@/components/splash';
import { ownPath, secondFactorAddress, signedIn } from '@/api/session';
import { useSession } from '@/api/use-session';
import { authProvider } from './providers/auth';

/**
 * Renders its children only for somebody signed in; the specification's guard let the navigation proceed, this one
 * does not. Refine's `Authenticated` would need Refine, which nobody loads before they are signed in: the provider that
 * it asks is asked here. Whoever must set up a second factor first is shown nothing but that (`enrolling`).
 */
export function RequireSession({ children, enrolling = false }: { children: ReactNode; enrolling?: boolean }) {
  const { user } = useSession();
  const [checked, setChecked] = useState<CheckResponse | null>(null);
  // Once: while the navigation is under way the address is the next page's already.
  const [secondFactor] = useState(secondFactorAddress);
  useEffect(() => {
    let wanted = true;
    void authProvider.check().then((answer) => wanted && setChecked(answer));
    return () => {
      wanted = false;
    };
  }, []);
  if (!checked) return <Splash />;
  if (!checked.authenticated) return <Navigate replace to={checked.redirectTo!} />;
  if (user?.second_factor_required && !enrolling) return <Navigate replace to={secondFactor} />;
  return <Suspense fallback={<Splash />}>{user ? children : <Splash offline />}</Suspense>;
}

/** The sign-in page sends somebody who is signed in already to where they wanted to go. */
export function PublicOnly({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const [wasSignedIn] = useState(signedIn);
  if (wasSignedIn) return <Navigate replace to={ownPath(params.get('to'))} />;
  return <Suspense fallback={<Splash />}>{children}</Suspense>;
}
