import { lazy, type ComponentType } from 'react';
import { loadAllTexts } from '@/components/i18n';

/** A lazily loaded page, together with what every page except the sign-in page needs: antd's theme and all texts. */
export function lazyPage(load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [{ AntdTheme }, Page] = await Promise.all([import('@/theme/antd-theme'), load(), loadAllTexts()]);
    return {
      default: () => (
        <AntdTheme>
          <Page />
        </AntdTheme>
      ),
    };
  });
}
