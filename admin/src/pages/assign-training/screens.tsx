import { lazy } from 'react';
import type { Screen } from '../../app/screen';

const AssignTrainingPage = lazy(() => import('./assign-training').then((m) => ({ default: m.AssignTrainingPage })));
const CataloguePage = lazy(() =>
  import('../../learner/catalogue/catalogue').then((m) => ({ default: m.CataloguePage })),
);

export const screens: readonly Screen[] = [
  { route: '/assign-training', roles: ['admin'], page: <AssignTrainingPage />, ownPage: <CataloguePage /> },
];
