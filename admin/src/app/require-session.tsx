import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { Splash } from '@/components/splash';
import { fresh, ownPath, secondFactorAddress, signedIn, signInAddress } from '@/api/session';
import { readUser } from '@/api/storage';

/**
 * Renders its children only for somebody signed in; the specification's guard let the navigation proceed, this one
 * does not. A tab that does not know its user yet waits for the refresh. Whoever must set up a second factor first is
 * shown nothing but that (`enrolling`).
 */
export function RequireSession({ children, enrolling = false }: { children: ReactNode; enrolling?: boolean }) {
  const [ready, setReady] = useState(false);
  // Once: while the navigation is under way the address is the sign-in page's already.
  const [signIn] = useState(signInAddress);
  const [secondFactor] = useState(secondFactorAddress);
  useEffect(() => {
    let wanted = true;
    void fresh().then(() => wanted && setReady(true));
    return () => {
      wanted = false;
    };
  }, []);
  if (!signedIn()) return <Navigate replace to={signIn} />;
  if (!ready) return <Splash />;
  if (readUser()?.second_factor_required && !enrolling) return <Navigate replace to={secondFactor} />;
  return <Suspense fallback={<Splash />}>{readUser() ? children : <Splash offline />}</Suspense>;
}

/** The sign-in page sends somebody who is signed in already to where they wanted to go. */
export function PublicOnly({ children }: { children: ReactNode }) {
  const [params] = useSearchParams();
  const [wasSignedIn] = useState(signedIn);
  if (wasSignedIn) return <Navigate replace to={ownPath(params.get('to'))} />;
  return <Suspense fallback={<Splash />}>{children}</Suspense>;
}
