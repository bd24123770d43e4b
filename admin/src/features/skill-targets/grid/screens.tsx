import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const AssignTargetsPage = laterPage(() => import('./assign-targets').then((m) => m.AssignTargetsPage));
const OwnTargetsPage = laterPage(() => import('@/features/learner/skills/own-targets').then((m) => m.OwnTargetsPage));

export const screens: readonly Screen[] = [
  {
    route: '/assign-target-skils',
    roles: ['admin', 'platform'],
    ofOne: true,
    page: <AssignTargetsPage />,
    ownPage: <OwnTargetsPage />,
  },
];
