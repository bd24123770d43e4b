import { laterPage } from '@/client/later-page';
import type { Screen } from '../../app/screen';

const JobsPage = laterPage(() => import('./jobs-page').then((m) => m.JobsPage));

export const screens: readonly Screen[] = [{ route: '/jobs', roles: ['platform'], page: <JobsPage /> }];
