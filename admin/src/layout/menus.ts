import { useEffect, useState, type ComponentType } from 'react';
import { useLayoutOptions } from '@/theme/layout-options';
import { Sidebar } from './sidebar';

type Menu = ComponentType<{ onReselect: () => void }>;

/** Menus of the other layouts, loaded on demand. */
const MENU_LOADERS: Readonly<Record<string, () => Promise<Menu>>> = {
  horizontal: () => import('./menu-bar').then((part) => part.MenuBar),
  twocolumn: () => import('./two-column').then((part) => part.TwoColumnMenu),
};
const loadedMenus = new Map<string, Menu>();

/** Called before the first render, so that no other menu flashes up; falls back to the sidebar. */
export async function loadMenu(layout = document.documentElement.dataset.layout ?? ''): Promise<void> {
  const menu = loadedMenus.has(layout) ? undefined : await MENU_LOADERS[layout]?.().catch(() => undefined);
  if (menu) loadedMenus.set(layout, menu);
}

/** The menu of the current layout, and whether it is a bar below the topbar. */
export function useMenuComponent(): { Menu: Menu; isBar: boolean } {
  const layout = useLayoutOptions()['data-layout'];
  const [, setLoaded] = useState('');
  useEffect(() => {
    void loadMenu(layout).then(() => setLoaded(layout));
  }, [layout]);
  const loadedMenu = loadedMenus.get(layout);
  return { Menu: loadedMenu ?? Sidebar, isBar: layout === 'horizontal' && loadedMenu !== undefined };
}
