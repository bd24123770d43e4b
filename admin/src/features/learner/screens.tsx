import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const MyTraining = laterPage(() => import('./my-training').then((m) => m.MyTraining));
const MySkills = laterPage(() => import('./skills/my-skills').then((m) => m.MySkillsPage));

export const screens: readonly Screen[] = [
  { route: '/my-training', roles: ['admin', 'platform', 'user'], page: <MyTraining /> },
  { route: '/my-skills', roles: ['admin', 'platform', 'user'], page: <MySkills /> },
];
