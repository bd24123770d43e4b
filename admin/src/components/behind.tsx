import { lazy, type ComponentType } from 'react';
import { loadAllTexts } from '@/components/i18n';

/**
 * A page that is no part of the first files: fetched when it is shown, together with what every page but the sign-in
 * page needs: antd's theme and all texts.
 */
export function behind(load: () => Promise<ComponentType>) {
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
