import { lazy, type ComponentType } from 'react';
import { loadAllTexts } from './providers/i18n';

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

let asked = false;

/** Fetches what comes after the sign-in: asked for by the first key that is typed there, so that it is not waited for. */
export function fetchAhead(): void {
  if (asked) return;
  asked = true;
  const parts = [import('@/theme/antd-theme'), import('./workspace'), import('../pages/home/home'), loadAllTexts()];
  // A page that needs one asks for it again, and tells what is wrong then.
  for (const part of parts) part.catch(() => undefined);
}
