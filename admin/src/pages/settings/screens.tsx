import { laterPage } from '@/client/later-page';
import type { Screen } from '../../app/screen';

const SettingsPage = laterPage(() => import('./settings').then((m) => m.SettingsPage));

export const screens: readonly Screen[] = [
  { route: '/settings', roles: ['admin', 'platform', 'user'], page: <SettingsPage /> },
];
