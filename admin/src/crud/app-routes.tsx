import { createContext, useContext, type ComponentType } from 'react';
import type { Role } from '@contract/resource';
import { useSession } from '@/api/use-session';
import type { ResourceModule } from './resource-module';

/** A screen of the workspace. Routes, menus, titles, palette and tabs are derived from `app/routes.tsx`. */
export interface AppRoute {
  /** A custom page may have nested routes (`<Routes>` inside). */
  readonly path: string;
  /** Label in menus, the palette and the browser tab; English is spelt as in the specification. */
  readonly labelKey: string;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Roles that may open it; others get the 403 page. The server checks every call again. */
  readonly roles: readonly Role[];
  /** The page shows one customer: platform staff must choose one first. */
  readonly requiresCustomer?: boolean;
  /** Lazily loaded page (`lazyRoutePage`). */
  readonly page?: ComponentType;
  /** The page for learners, if it is a different one. */
  readonly learnerPage?: ComponentType;
  /** Instead of `page`: the list of a resource. */
  readonly module?: ResourceModule;
  /** `main` and `report`: the sidebar's 13 entries (specification §2); the others are in the user menu. */
  readonly menu?: 'main' | 'report' | 'account' | 'own' | 'platform';
  /** Routes of one group are tabs of each other. `roles`: roles that see the tab, if fewer than may open it. */
  readonly tab?: { readonly group: string; readonly labelKey?: string; readonly roles?: readonly Role[] };
}

const RoutesContext = createContext<readonly AppRoute[]>([]);

export const AppRoutesProvider = RoutesContext.Provider;

export const useAppRoutes = (): readonly AppRoute[] => useContext(RoutesContext);

/** Whether the role has a page at this route. */
export function canOpenRoute(role: Role | null, { roles, learnerPage }: AppRoute): boolean {
  return role !== null && (roles.includes(role) || (role === 'user' && learnerPage !== undefined));
}

/** The routes of a menu, in order. The sidebar shows the same entries to every role. */
export function useMenuRoutes(menu: AppRoute['menu']): readonly AppRoute[] {
  return useAppRoutes().filter((route) => route.menu === menu);
}

/** The tabs of the page at this path, including itself; empty if it is alone in its group. */
export function useSiblingRoutes(path: string): readonly AppRoute[] {
  const routes = useAppRoutes();
  const { role } = useSession();
  const group = routes.find((route) => route.path === path)?.tab?.group;
  return routes.filter(
    (route) =>
      group !== undefined &&
      route.tab?.group === group &&
      canOpenRoute(role, route) &&
      (!route.tab.roles || route.tab.roles.includes(role!)),
  );
}

/** Whether the path belongs to the route or its sub-pages. */
export const isCurrentRoute = ({ path }: AppRoute, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);
