import { useEffect, useState, type ComponentType } from 'react';
import { useLayoutOptions } from '@/theme/layout-options';
import { Sidebar } from './sidebar';

type Menu = ComponentType<{ onSame: () => void }>;

/** What stands for the sidebar in layouts of their own: fetched for those who chose one. */
const FETCHED: Readonly<Record<string, () => Promise<Menu>>> = {
  horizontal: () => import('./menu-bar').then((part) => part.MenuBar),
  twocolumn: () => import('./two-column').then((part) => part.TwoColumn),
};
const here = new Map<string, Menu>();

/** Before the first drawing, so that no other menu is seen meanwhile; one that cannot be had leaves the sidebar. */
export async function loadMenu(layout = document.documentElement.dataset.layout ?? ''): Promise<void> {
  const menu = here.has(layout) ? undefined : await FETCHED[layout]?.().catch(() => undefined);
  if (menu) here.set(layout, menu);
}

/** The menu of the layout in force, and where it stands: a bar below the topbar, or beside the page. */
export function useMenu(): { Menu: Menu; isBar: boolean } {
  const layout = useLayoutOptions()['data-layout'];
  const [, setLoaded] = useState('');
  useEffect(() => {
    void loadMenu(layout).then(() => setLoaded(layout));
  }, [layout]);
  const own = here.get(layout);
  return { Menu: own ?? Sidebar, isBar: layout === 'horizontal' && own !== undefined };
}
