import { lazy } from 'react';
import type { Screen } from '../app/screen';

const HomePage = lazy(() => import('./home/home').then((m) => ({ default: m.HomePage })));
const UpdatePasswordPage = lazy(() =>
  import('./auth/update-password').then((m) => ({ default: m.UpdatePasswordPage })),
);

export const screens: readonly Screen[] = [
  { route: '/home', roles: ['admin', 'platform', 'user'], page: <HomePage /> },
  { route: '/update-password', roles: ['admin', 'platform', 'user'], page: <UpdatePasswordPage /> },
];
