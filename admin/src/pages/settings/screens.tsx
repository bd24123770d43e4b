import { lazy } from 'react';
import type { Screen } from '../../app/screen';

const SettingsPage = lazy(() => import('./settings').then((m) => ({ default: m.SettingsPage })));

export const screens: readonly Screen[] = [
  { route: '/settings', roles: ['admin', 'platform', 'user'], page: <SettingsPage /> },
];
