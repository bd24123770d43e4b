import { useEffect, useState } from 'react';

const FORCED = matchMedia('(forced-colors: active)');

/** Changes when painted cells look different: mode, pixel density, forced colours, loaded fonts. */
export function useThemeKey(): string {
  const [themeKey, setThemeKey] = useState(readThemeKey);
  useEffect(() => {
    const update = () => setThemeKey(readThemeKey());
    // The tokens are written one frame after the attribute.
    const observer = new MutationObserver(() => requestAnimationFrame(update));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-layout-mode', 'style'] });
    addEventListener('resize', update);
    FORCED.addEventListener('change', update);
    document.fonts.addEventListener('loadingdone', update);
    return () => {
      observer.disconnect();
      removeEventListener('resize', update);
      FORCED.removeEventListener('change', update);
      document.fonts.removeEventListener('loadingdone', update);
    };
  }, []);
  return themeKey;
}

function readThemeKey(): string {
  const { style, dataset } = document.documentElement;
  const loadedFonts = [...document.fonts].filter(({ status }) => status === 'loaded').length;
  return `${dataset.layoutMode} ${style.getPropertyValue('--sg-surface')} ${devicePixelRatio} ${loadedFonts} ${FORCED.matches}`;
}
