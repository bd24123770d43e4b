import { StrictMode, Suspense } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useLocation, useParams } from 'react-router';
import { LoginPage } from '@/features/auth/login';
import { behind } from '@/components/behind';
import { fetchAhead } from './fetch-ahead';
import { OfflineBanner } from '@/layout/offline-banner';
import { Splash } from '@/components/splash';
import { ProgressBar } from '@/layout/progress-bar';
import { RouteError } from '@/layout/error-boundary';
import { PageFocus } from './page-focus';
import { PublicOnly, RequireSession } from './require-session';
import { useTokens } from '@/theme/use-tokens';

/**
 * Three worlds. The sign-in page comes with the first files and knows neither antd nor Refine nor axios; the other
 * public pages are fetched with antd (`behind`); everything else lies behind `RequireSession` as well, so that no
 * protected code or data reaches a visitor.
 */
const Forgot = behind(() => import('@/features/auth/forgot').then((m) => m.ForgotPage));
const Reset = behind(() => import('@/features/auth/reset').then((m) => m.ResetPage));
const Confirm = behind(() => import('@/features/auth/names/confirm').then((m) => m.ConfirmPage));
const NotMe = behind(() => import('@/features/auth/names/not-me').then((m) => m.NotMePage));
const Registration = behind(() =>
  import('@/features/customers/registration/registration').then((m) => m.RegistrationPage),
);
const SecondFactor = behind(() =>
  import('@/features/account/second-factor/second-factor-page').then((m) => m.SecondFactorPage),
);
const Workspace = behind(() => import('./workspace').then((m) => m.loadMenu().then(() => m.Workspace)));

/** `/pages/training?q=a` → `/training?q=a`: the specification's two modules without contents of their own (§2). */
function Within() {
  const { '*': rest = '' } = useParams();
  const { search } = useLocation();
  return <Navigate replace to={`/${rest}${search}`} />;
}

/** `/auth/reset/abc` → `/reset/abc`: the addresses a user would guess lead to the specified ones. */
function Move({ to }: { to: string }) {
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
            <LoginPage onTyping={fetchAhead} />
          </PublicOnly>
        ),
      },
      { path: '/registration', element: <Registration /> },
      { path: '/forgot', element: <Forgot /> },
      { path: '/reset/:id', element: <Reset /> },
      { path: '/confirm/:id', element: <Confirm /> },
      { path: '/confirm/not-me', element: <NotMe /> },
      { path: '/auth/registration', element: <Move to="/registration" /> },
      { path: '/auth/register', element: <Move to="/registration" /> },
      { path: '/auth/forgot', element: <Move to="/forgot" /> },
      { path: '/auth/forgot-password', element: <Move to="/forgot" /> },
      { path: '/forgot-password', element: <Move to="/forgot" /> },
      { path: '/auth/reset/:id', element: <Move to="/reset" /> },
      { path: '/auth/confirm/:id', element: <Move to="/confirm" /> },
      { path: '/auth/update-password', element: <Move to="/update-password" /> },
      { path: '/auth', element: <Move to="/auth/login" /> },
      { path: '/login', element: <Move to="/auth/login" /> },
      { path: '/register', element: <Move to="/registration" /> },
      { path: '/pages/*', element: <Within /> },
      { path: '/layout/*', element: <Within /> },
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
