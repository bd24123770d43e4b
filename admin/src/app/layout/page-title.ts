import { useEffect } from 'react';

/** The tab's title: `Staff Master · Skilgrid`. Every page calls it once with its own heading. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Skilgrid` : 'Skilgrid';
  }, [title]);
}
