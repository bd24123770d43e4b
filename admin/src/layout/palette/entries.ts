import { LogoutOutlined, MoonOutlined, PlusOutlined, SunOutlined } from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { useMemo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { BETWEEN_WORDS } from '@contract/folding';
import { useSession } from '@/api/use-session';
import { fold } from '@/components/fold';
import { isOpenTo, useAppRoutes } from '@/crud/app-routes';
import { useModules } from '@/crud/kit-context';
import { chooseLayout, useMode } from '@/theme/layout-options';

/** What the search box can lead to. */
export interface Entry {
  readonly key: string;
  readonly label: string;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Where it leads; without one, `act` does it here. */
  readonly route?: string;
  readonly code?: string | null;
  readonly note?: string;
  readonly act?: () => void;
}

/** A letter or two within a word say nothing, but where words are written without spaces. */
const isTelling = (word: string): boolean => word.length > 2 || /\p{Script=Han}/u.test(word);

/** Those whose words, in any order, begin like all of what was typed, or that have it in the middle. */
export function entriesFor(query: string, entries: readonly Entry[]): readonly Entry[] {
  const typed = fold(query).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, route }) => {
    const text = fold(label);
    const words = text.split(BETWEEN_WORDS);
    return typed.every(
      (word) =>
        words.some((each) => each.startsWith(word)) || (isTelling(word) && `${text} ${route ?? ''}`.includes(word)),
    );
  });
}

/** Every screen that this account may see, by its name. */
export function useScreens(): readonly Entry[] {
  const { t } = useTranslation();
  const routes = useAppRoutes();
  const { role } = useSession();
  return useMemo(
    () =>
      routes
        .filter((route) => isOpenTo(role, route))
        .map(({ path, labelKey, icon }) => ({ key: path, route: path, label: t(labelKey), icon })),
    [t, routes, role],
  );
}

/** What can be done from anywhere: a new record of what this account may write, and what the user menu and the header do. */
export function useCommands(): readonly Entry[] {
  const { t } = useTranslation();
  const modules = useModules();
  const next = useMode() === 'dark' ? 'light' : 'dark';
  const { role, viewing } = useSession();
  const { mutate: logout } = useLogout();
  return useMemo(() => {
    const creates = [...modules.values()].filter(
      ({ definition: { read, write, create } }) =>
        role && read.includes(role) && write.includes(role) && create !== false && !viewing,
    );
    return [
      ...creates.map(({ route, definition: { name } }) => {
        return { key: `new ${name}`, label: t(`${name}.new`), icon: PlusOutlined, route: `${route}?edit=new` };
      }),
      {
        key: 'mode',
        label: t(next === 'dark' ? 'shell.go_dark' : 'shell.go_light'),
        icon: next === 'dark' ? MoonOutlined : SunOutlined,
        act: () => chooseLayout({ 'data-layout-mode': next }),
      },
      { key: 'logout', label: t('menu.logout'), icon: LogoutOutlined, act: () => logout() },
    ];
  }, [t, next, modules, role, viewing, logout]);
}
