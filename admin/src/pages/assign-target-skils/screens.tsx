import { lazy } from 'react';
import type { Screen } from '../../app/screen';

const AssignTargetsPage = lazy(() => import('./assign-targets').then((m) => ({ default: m.AssignTargetsPage })));
const OwnTargetsPage = lazy(() =>
  import('../../learner/skills/own-targets').then((m) => ({ default: m.OwnTargetsPage })),
);

export const screens: readonly Screen[] = [
  {
    route: '/assign-target-skils',
    roles: ['admin', 'platform'],
    ofOne: true,
    page: <AssignTargetsPage />,
    ownPage: <OwnTargetsPage />,
  },
];
