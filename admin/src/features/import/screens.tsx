import { laterPage } from '@/api/later-page';
import type { Screen } from '@/crud/screen';

const ImportPage = laterPage(() => import('./import-page').then((m) => m.ImportPage));

export const screens: readonly Screen[] = [{ route: '/import', roles: ['admin'], page: <ImportPage /> }];
