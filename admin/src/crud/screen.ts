import type { Role } from '@contract/resource';
import type { ReactNode } from 'react';

/**
 * A page that is no resource: a report, the assign wizard, the learner's player. A file `screens.tsx` anywhere below
 * `src/pages`, `src/reports` or `src/learner` exports `screens: readonly Screen[]`; nothing is registered elsewhere.
 */
export interface Screen {
  /** The page may have routes of its own below this one (`<Routes>` inside). */
  route: string;
  /** Who may open it; anybody else gets the 403 page. The server decides again for every call. */
  roles: readonly Role[];
  /** What a learner finds there instead: the part of it that is theirs (screens.md §5). */
  ownPage?: ReactNode;
  /** One organisation's rows: platform staff choose first whose they look at. */
  ofOne?: boolean;
  /** Let it be lazy: `const Page = lazy(() => import('./page'))`, then `<Page />`. */
  page: ReactNode;
}
