import { laterPage } from '@/client/later-page';
import type { Screen } from '../app/screen';

const HomePage = laterPage(() => import('./home/home').then((m) => m.HomePage));
const UpdatePasswordPage = laterPage(() => import('./auth/update-password').then((m) => m.UpdatePasswordPage));

export const screens: readonly Screen[] = [
  { route: '/home', roles: ['admin', 'platform', 'user'], page: <HomePage /> },
  { route: '/update-password', roles: ['admin', 'platform', 'user'], page: <UpdatePasswordPage /> },
];
