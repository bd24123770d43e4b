import { StrictMode, Suspense } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useLocation, useParams } from 'react-router';
import { LoginPage } from '@/features/auth/login';
import { lazyPage } from '@/components/lazy-page';
import { prefetchWorkspace } from './prefetch-workspace';
import { OfflineBanner } from '@/layout/offline-banner';
import { Splash } from '@/components/splash';
import { ProgressBar } from '@/layout/progress-bar';
import { RouteError } from '@/layout/error-boundary';
import { PageFocus } from './page-focus';
import { PublicOnly, RequireSession } from './require-session';
import { useTokens } from '@/theme/use-tokens';

/**
 * Three bundles: the sign-in page loads neither antd nor Refine nor axios; the other public pages are loaded with antd
 * (`lazyPage`); the workspace is behind `RequireSession`, so that visitors get no protected code or data.
 */
const Forgot = lazyPage(() => import('@/features/auth/forgot').then((m) => m.ForgotPage));
const Reset = lazyPage(() => import('@/features/auth/reset').then((m) => m.ResetPage));
const Confirm = lazyPage(() => import('@/features/auth/names/confirm').then((m) => m.ConfirmPage));
const NotMe = lazyPage(() => import('@/features/auth/names/not-me').then((m) => m.NotMePage));
const Registration = lazyPage(() =>
  import('@/features/customers/registration/registration').then((m) => m.RegistrationPage),
);
const SecondFactor = lazyPage(() =>
  import('@/features/account/second-factor/second-factor-page').then((m) => m.SecondFactorPage),
);
const Workspace = lazyPage(() => import('./workspace').then((m) => m.loadMenu().then(() => m.Workspace)));

/** `/pages/training?q=a` → `/training?q=a`: two modules of the specification without contents (§2). */
function StripPrefix() {
  const { '*': rest = '' } = useParams();
  const { search } = useLocation();
  return <Navigate replace to={`/${rest}${search}`} />;
}

/** `/auth/reset/abc` → `/reset/abc`: redirects from plausible addresses to the specified ones. */
function RedirectTo({ to }: { to: string }) {
  const { search } = useLocation();
  const { id } = useParams();
  return <Navigate replace to={(id ? `${to}/${encodeURIComponent(id)}` : to) + search} />;
}

const router = createBrowserRouter([
  {
    element: <PageFocus />,
    errorElement: <RouteError />,
    children: [
      {
        path: '/auth/login',
        element: (
          <PublicOnly>
            <LoginPage onTyping={prefetchWorkspace} />
          </PublicOnly>
        ),
      },
      { path: '/registration', element: <Registration /> },
      { path: '/forgot', element: <Forgot /> },
      { path: '/reset/:id', element: <Reset /> },
      { path: '/confirm/:id', element: <Confirm /> },
      { path: '/confirm/not-me', element: <NotMe /> },
      { path: '/auth/registration', element: <RedirectTo to="/registration" /> },
      { path: '/auth/register', element: <RedirectTo to="/registration" /> },
      { path: '/auth/forgot', element: <RedirectTo to="/forgot" /> },
      { path: '/auth/forgot-password', element: <RedirectTo to="/forgot" /> },
      { path: '/forgot-password', element: <RedirectTo to="/forgot" /> },
      { path: '/auth/reset/:id', element: <RedirectTo to="/reset" /> },
      { path: '/auth/confirm/:id', element: <RedirectTo to="/confirm" /> },
      { path: '/auth/update-password', element: <RedirectTo to="/update-password" /> },
      { path: '/auth', element: <RedirectTo to="/auth/login" /> },
      { path: '/login', element: <RedirectTo to="/auth/login" /> },
      { path: '/register', element: <RedirectTo to="/registration" /> },
      { path: '/pages/*', element: <StripPrefix /> },
      { path: '/layout/*', element: <StripPrefix /> },
      {
        path: '/second-factor',
        element: (
          <RequireSession enrolling>
            <SecondFactor />
          </RequireSession>
        ),
      },
      {
        path: '*',
        element: (
          <RequireSession>
            <Workspace />
          </RequireSession>
        ),
      },
    ],
  },
]);

export function App() {
  useTokens();
  return (
    <StrictMode>
      <ProgressBar />
      <OfflineBanner />
      <Suspense fallback={<Splash />}>
        <RouterProvider router={router} />
      </Suspense>
    </StrictMode>
  );
}
