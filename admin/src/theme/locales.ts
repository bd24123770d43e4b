import type { Language } from '@contract/languages';
import type { Locale } from 'antd/es/locale';

interface Locales {
  /** antd's texts; English is built in, the others are loaded when chosen. */
  antd: () => Promise<{ default: Locale }>;
  /** The date picker's locale; loading it registers it under `name`. */
  dayjs: () => Promise<unknown>;
  name: string;
}

/** Fixes antd's label of the page size, which is English in German, misspelt in Arabic and wrong in Chinese. */
const withPageSizeText =
  (page_size: string) =>
  ({ default: own }: { default: Locale }) => ({ default: { ...own, Pagination: { ...own.Pagination, page_size } } });

export const LOCALES: Readonly<Record<Language, Locales | null>> = {
  en: null,
  es: { antd: () => import('antd/es/locale/es_ES'), dayjs: () => import('dayjs/locale/es'), name: 'es' },
  de: {
    antd: () => import('antd/es/locale/de_DE').then(withPageSizeText('Zeilen je Seite')),
    dayjs: () => import('dayjs/locale/de'),
    name: 'de',
  },
  it: { antd: () => import('antd/es/locale/it_IT'), dayjs: () => import('dayjs/locale/it'), name: 'it' },
  ru: { antd: () => import('antd/es/locale/ru_RU'), dayjs: () => import('dayjs/locale/ru'), name: 'ru' },
  zh: {
    antd: () => import('antd/es/locale/zh_CN').then(withPageSizeText('每页行数')),
    dayjs: () => import('dayjs/locale/zh-cn'),
    name: 'zh-cn',
  },
  fr: { antd: () => import('antd/es/locale/fr_FR'), dayjs: () => import('dayjs/locale/fr'), name: 'fr' },
  ar: {
    antd: () => import('antd/es/locale/ar_EG').then(withPageSizeText('عدد الصفوف في الصفحة')),
    dayjs: () => import('dayjs/locale/ar'),
    name: 'ar',
  },
};
