import { createContext, useContext, type ComponentType } from 'react';
import type { Role } from '@contract/resource';
import { useSession } from '@/api/use-session';
import type { ResourceModule } from './module';

/** A screen of the workspace. `app/routes.tsx` lists all of them: routes, menus, titles, palette and tabs follow from it. */
export interface AppRoute {
  /** A page that is no list of a resource may have routes of its own below this one (`<Routes>` inside). */
  readonly path: string;
  /** Of the menus, the palette and the browser tab; English is spelt as the specification spells it. */
  readonly labelKey: string;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Who may open it; anybody else gets the 403 page. The server decides again for every call. */
  readonly roles: readonly Role[];
  /** Of the page of one organisation: platform staff choose first which they look at. */
  readonly ofOneCustomer?: boolean;
  /** Loaded when it is opened (`laterPage`). */
  readonly page?: ComponentType;
  /** The page of learners, where theirs is another one (screens.md §5). */
  readonly learnerPage?: ComponentType;
  /** Instead of `page`: the list of a resource. */
  readonly module?: ResourceModule;
  /** `main` and `report`: the sidebar's 13 entries (specification §2). The others: the user menu, `platform` for platform staff. */
  readonly menu?: 'main' | 'report' | 'account' | 'own' | 'platform';
  /** Routes of the same group are tabs of each other. `roles`: who is offered the tab, where not everybody who may open it. */
  readonly tab?: { readonly group: string; readonly labelKey?: string; readonly roles?: readonly Role[] };
}

const Routes = createContext<readonly AppRoute[]>([]);

export const AppRoutesProvider = Routes.Provider;

export const useAppRoutes = (): readonly AppRoute[] => useContext(Routes);

/** Whether the account has a page there. */
export function isOpenTo(role: Role | null, { roles, learnerPage }: AppRoute): boolean {
  return role !== null && (roles.includes(role) || (role === 'user' && learnerPage !== undefined));
}

/** The entries of a menu, in the order of the table. Those of the sidebar are the same for everyone. */
export function useMenu(menu: AppRoute['menu']): readonly AppRoute[] {
  return useAppRoutes().filter((route) => route.menu === menu);
}

/** The tabs of the page at this path, itself included; none where it stands alone. */
export function useTabs(path: string): readonly AppRoute[] {
  const routes = useAppRoutes();
  const { role } = useSession();
  const group = routes.find((route) => route.path === path)?.tab?.group;
  return routes.filter(
    (route) =>
      group !== undefined &&
      route.tab?.group === group &&
      isOpenTo(role, route) &&
      (!route.tab.roles || route.tab.roles.includes(role!)),
  );
}

/** True for the entry of the page in view, its sub-pages included. */
export const isCurrent = ({ path }: AppRoute, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);
