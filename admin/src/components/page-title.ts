import { useEffect, useState } from 'react';

interface Named {
  title: string;
  /** When it was first drawn: what stands around it was drawn before it, though its effects come after. */
  readonly drawn: number;
}

/**
 * The titles of the pages that are open within each other, the innermost last: a person's page stands within the list's.
 * What leaves takes only its own away, so that the one below it is told again. `tell` hears the innermost.
 */
export function pageTitles(tell: (title: string) => void) {
  const open: Named[] = [];
  const tellLast = () => {
    const last = open.at(-1);
    if (last) tell(last.title);
  };
  return {
    enter(page: Named): void {
      open.push(page);
      open.sort((one, other) => one.drawn - other.drawn);
      tellLast();
    },
    rename(page: Named, title: string): void {
      page.title = title;
      tellLast();
    },
    leave(page: Named): void {
      open.splice(open.indexOf(page), 1);
      tellLast();
    },
  };
}

const titles = pageTitles((title) => {
  document.title = title ? `${title} · Skilgrid` : 'Skilgrid';
});

let drawn = 0;

/** The tab's title: `Staff Master · Skilgrid`. Every page calls it once with its own heading. */
export function usePageTitle(title: string): void {
  const [page] = useState<Named>(() => ({ title, drawn: ++drawn }));
  useEffect(() => {
    titles.enter(page);
    return () => titles.leave(page);
  }, [page]);
  useEffect(() => titles.rename(page, title), [page, title]);
}
