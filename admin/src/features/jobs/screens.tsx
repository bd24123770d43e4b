import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const JobsPage = laterPage(() => import('./jobs-page').then((m) => m.JobsPage));

export const screens: readonly Screen[] = [{ route: '/jobs', roles: ['platform'], page: <JobsPage /> }];
