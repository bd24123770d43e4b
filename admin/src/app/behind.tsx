import { lazy, type ComponentType } from 'react';
import { loadPart } from '@/client/text-files';
import { HOME_TEXTS } from '../pages/home/home-texts';
import { loadAllTexts } from './providers/i18n';

/**
 * A page that is no part of the first files: fetched when it is shown, together with what every page but the sign-in
 * page needs, antd's theme, all texts and those of its own parts.
 */
export function behind(load: () => Promise<ComponentType>, ...parts: string[]) {
  return lazy(async () => {
    const [{ AntdTheme }, Page] = await Promise.all([
      import('@/theme/antd-theme'),
      load(),
      loadAllTexts(),
      ...parts.map(loadPart),
    ]);
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
  const parts = [import('@/theme/antd-theme'), import('./workspace'), import('../pages/home/home')];
  const texts = [loadAllTexts(), ...HOME_TEXTS.map(loadPart)];
  // Whoever needs a part asks for it again, and says what is wrong then.
  for (const part of [...parts, ...texts]) part.catch(() => undefined);
}
