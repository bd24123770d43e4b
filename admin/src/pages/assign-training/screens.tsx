import { lazy } from 'react';
import type { Screen } from '../../app/screen';

const AssignTrainingPage = lazy(() => import('./assign-training').then((m) => ({ default: m.AssignTrainingPage })));

export const screens: readonly Screen[] = [
  { route: '/assign-training', roles: ['admin'], page: <AssignTrainingPage /> },
];
