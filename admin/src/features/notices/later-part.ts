import { later } from '@/components/later';

/** The part of the settings, fetched when it is opened. */
export const NoticesPart = later(() => import('./notices-part').then((m) => m.NoticesPart));
