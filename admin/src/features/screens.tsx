import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const HomePage = laterPage(() => import('@/features/home/home').then((m) => m.HomePage));
const UpdatePasswordPage = laterPage(() => import('@/features/auth/update-password').then((m) => m.UpdatePasswordPage));

export const screens: readonly Screen[] = [
  { route: '/home', roles: ['admin', 'platform', 'user'], page: <HomePage /> },
  { route: '/update-password', roles: ['admin', 'platform', 'user'], page: <UpdatePasswordPage /> },
];
