import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMode } from './layout-options';
import { cssTokens, FONT, fontOf } from './tokens';

/** Writes the tokens of the current mode and language to the root element, for CSS. */
export function useTokens(): void {
  const { i18n } = useTranslation();
  const language = i18n.language;
  const mode = useMode();
  useLayoutEffect(() => {
    const root = document.documentElement;
    for (const [name, value] of Object.entries(cssTokens(mode))) root.style.setProperty(name, value);
    root.style.setProperty('--sg-font', fontOf(language));
    root.style.setProperty('--sg-mono', FONT.mono);
  }, [mode, language]);
}
