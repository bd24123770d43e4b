import { useEffect, useState } from 'react';

interface OpenPage {
  title: string;
  /** Render order: parents render before their children, although their effects run later. */
  readonly drawOrder: number;
}

/**
 * The titles of nested pages, innermost last. When a page unmounts, the outer title is shown again.
 * @param showTitle called with the innermost title
 */
export function createTitleStack(showTitle: (title: string) => void) {
  const open: OpenPage[] = [];
  const showInnermost = () => {
    const last = open.at(-1);
    if (last) showTitle(last.title);
  };
  return {
    enter(page: OpenPage): void {
      open.push(page);
      open.sort((one, other) => one.drawOrder - other.drawOrder);
      showInnermost();
    },
    rename(page: OpenPage, title: string): void {
      page.title = title;
      showInnermost();
    },
    leave(page: OpenPage): void {
      open.splice(open.indexOf(page), 1);
      showInnermost();
    },
  };
}

const titles = createTitleStack((title) => {
  document.title = title ? `${title} · Skilgrid` : 'Skilgrid';
});

let drawOrder = 0;

/** Sets the document title: `Staff Master · Skilgrid`. Every page calls it once. */
export function usePageTitle(title: string): void {
  const [page] = useState<OpenPage>(() => ({ title, drawOrder: ++drawOrder }));
  useEffect(() => {
    titles.enter(page);
    return () => titles.leave(page);
  }, [page]);
  useEffect(() => titles.rename(page, title), [page, title]);
}
