import { laterPage } from '@/client/later-page';
import type { Screen } from '../../app/screen';

const ImportPage = laterPage(() => import('./import-page').then((m) => m.ImportPage));

export const screens: readonly Screen[] = [{ route: '/import', roles: ['admin'], page: <ImportPage /> }];
