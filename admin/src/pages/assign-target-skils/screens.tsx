import { lazy } from 'react';
import type { Screen } from '../../app/screen';

const AssignTargetsPage = lazy(() => import('./assign-targets').then((m) => ({ default: m.AssignTargetsPage })));

export const screens: readonly Screen[] = [
  { route: '/assign-target-skils', roles: ['admin', 'platform'], ofOne: true, page: <AssignTargetsPage /> },
];
