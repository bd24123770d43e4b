import type { I18nProvider } from '@refinedev/core';
import { chooseLanguage, currentLanguage, i18n } from '@/components/i18n';
import type { Language } from '@contract/languages';

export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, defaultMessage?: string) => {
    // Refine calls translate(key, default) as well as translate(key, options, default).
    const values = typeof options === 'object' && options !== null ? (options as Record<string, unknown>) : {};
    const fallback = typeof options === 'string' ? options : defaultMessage;
    return i18n.t(key, fallback === undefined ? values : { defaultValue: fallback, ...values }) as string;
  },
  changeLocale: (language: string) => chooseLanguage(language as Language),
  getLocale: currentLanguage,
};
