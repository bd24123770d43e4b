import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const AssignTrainingPage = laterPage(() => import('./assign-training').then((m) => m.AssignTrainingPage));
const CataloguePage = laterPage(() => import('@/features/learner/catalogue/catalogue').then((m) => m.CataloguePage));

export const screens: readonly Screen[] = [
  { route: '/assign-training', roles: ['admin'], page: <AssignTrainingPage />, ownPage: <CataloguePage /> },
];
