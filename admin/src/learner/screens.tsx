import { lazy } from 'react';
import type { Screen } from '../app/screen';

const MyTraining = lazy(() => import('./my-training').then((m) => ({ default: m.MyTraining })));
const MySkills = lazy(() => import('./skills/my-skills').then((m) => ({ default: m.MySkillsPage })));

export const screens: readonly Screen[] = [
  { route: '/my-training', roles: ['admin', 'platform', 'user'], page: <MyTraining /> },
  { route: '/my-skills', roles: ['admin', 'platform', 'user'], page: <MySkills /> },
];
