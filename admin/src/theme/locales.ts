import type { Language } from '@contract/languages';
import type { Locale } from 'antd/es/locale';

interface Locales {
  /** antd's own texts; English is built in, the others load when chosen. */
  antd: () => Promise<{ default: Locale }>;
  /** Of the date picker; loading it makes it known under `name`. */
  dayjs: () => Promise<unknown>;
  name: string;
}

/** What antd's own words call the choice of a page's size is English in its German, misspelt in its Arabic, and the
 * number of a page in its Chinese. */
const pagesOf =
  (page_size: string) =>
  ({ default: own }: { default: Locale }) => ({ default: { ...own, Pagination: { ...own.Pagination, page_size } } });

export const LOCALES: Readonly<Record<Language, Locales | null>> = {
  en: null,
  es: { antd: () => import('antd/es/locale/es_ES'), dayjs: () => import('dayjs/locale/es'), name: 'es' },
  de: {
    antd: () => import('antd/es/locale/de_DE').then(pagesOf('Zeilen je Seite')),
    dayjs: () => import('dayjs/locale/de'),
    name: 'de',
  },
  it: { antd: () => import('antd/es/locale/it_IT'), dayjs: () => import('dayjs/locale/it'), name: 'it' },
  ru: { antd: () => import('antd/es/locale/ru_RU'), dayjs: () => import('dayjs/locale/ru'), name: 'ru' },
  zh: {
    antd: () => import('antd/es/locale/zh_CN').then(pagesOf('每页行数')),
    dayjs: () => import('dayjs/locale/zh-cn'),
    name: 'zh-cn',
  },
  fr: { antd: () => import('antd/es/locale/fr_FR'), dayjs: () => import('dayjs/locale/fr'), name: 'fr' },
  ar: {
    antd: () => import('antd/es/locale/ar_EG').then(pagesOf('عدد الصفوف في الصفحة')),
    dayjs: () => import('dayjs/locale/ar'),
    name: 'ar',
  },
};
