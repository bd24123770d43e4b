import { lazy, StrictMode, Suspense } from 'react';
import { createBrowserRouter, Navigate, RouterProvider, useLocation, useParams } from 'react-router';
import { OfflineBanner } from './layout/offline-banner';
import { ProgressBar } from './layout/progress-bar';
import { RouteError } from './layout/error-boundary';
import { PublicOnly, RequireSession } from './session/require-session';
import { ThemeProvider } from './theme/theme-provider';

/**
 * Two worlds. The public pages are small and know neither Refine nor axios; everything else lies behind
 * `RequireSession` and one lazy boundary, so that no protected code or data reaches a visitor.
 */
const Login = lazy(() => import('../pages/auth/login').then((m) => ({ default: m.LoginPage })));
const Forgot = lazy(() => import('../pages/auth/forgot').then((m) => ({ default: m.ForgotPage })));
const Reset = lazy(() => import('../pages/auth/reset').then((m) => ({ default: m.ResetPage })));
const Confirm = lazy(() => import('../pages/sign-in-names/confirm').then((m) => ({ default: m.ConfirmPage })));
const NotMe = lazy(() => import('../pages/sign-in-names/not-me').then((m) => ({ default: m.NotMePage })));
const Registration = lazy(() =>
  import('../pages/registration/registration').then((m) => ({ default: m.RegistrationPage })),
);
const SecondFactor = lazy(() =>
  import('../pages/second-factor/second-factor-page').then((m) => ({ default: m.SecondFactorPage })),
);
const Workspace = lazy(() => import('./workspace').then((m) => ({ default: m.Workspace })));

/** `/auth/reset/abc` → `/reset/abc`: the addresses a user would guess lead to the specified ones. */
function Move({ to }: { to: string }) {
  const { search } = useLocation();
  const { id } = useParams();
  return <Navigate replace to={(id ? `${to}/${encodeURIComponent(id)}` : to) + search} />;
}

const router = createBrowserRouter([
  {
    errorElement: <RouteError />,
    children: [
      {
        path: '/auth/login',
        element: (
          <PublicOnly>
            <Login />
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
  return (
    <StrictMode>
      <ThemeProvider>
        <ProgressBar />
        <OfflineBanner />
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
      </ThemeProvider>
    </StrictMode>
  );
}
