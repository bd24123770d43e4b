import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const SettingsPage = laterPage(() => import('./settings').then((m) => m.SettingsPage));

export const screens: readonly Screen[] = [
  { route: '/settings', roles: ['admin', 'platform', 'user'], page: <SettingsPage /> },
];
