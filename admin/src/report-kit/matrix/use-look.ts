import { useEffect, useState } from 'react';

const FORCED = matchMedia('(forced-colors: active)');

/** Changes with what a painted cell looks like: the mode, the density of the screen, the letters once they have come. */
export function useLook(): string {
  const [look, setLook] = useState(read);
  useEffect(() => {
    const again = () => setLook(read());
    // The tokens are written after the attribute: one frame later they are there.
    const observer = new MutationObserver(() => requestAnimationFrame(again));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-layout-mode', 'style'] });
    addEventListener('resize', again);
    FORCED.addEventListener('change', again);
    document.fonts.addEventListener('loadingdone', again);
    return () => {
      observer.disconnect();
      removeEventListener('resize', again);
      FORCED.removeEventListener('change', again);
      document.fonts.removeEventListener('loadingdone', again);
    };
  }, []);
  return look;
}

function read(): string {
  const { style, dataset } = document.documentElement;
  const letters = [...document.fonts].filter(({ status }) => status === 'loaded').length;
  return `${dataset.layoutMode} ${style.getPropertyValue('--sg-surface')} ${devicePixelRatio} ${letters} ${FORCED.matches}`;
}
