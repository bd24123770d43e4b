import { LogoutOutlined, MoonOutlined, PlusOutlined, SunOutlined } from '@ant-design/icons';
import { useLogout } from '@refinedev/core';
import { useMemo, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { WORD_SEPARATOR } from '@contract/diacritic-folding';
import { useSession } from '@/api/use-session';
import { normalizeText } from '@/components/text-normalization';
import { canOpenRoute, useAppRoutes } from '@/crud/app-routes';
import { useModules } from '@/crud/crud-context';
import { chooseLayout, useMode } from '@/theme/layout-options';

/** An entry of the search palette. */
export interface PaletteEntry {
  readonly key: string;
  readonly label: string;
  readonly icon: ComponentType<{ 'aria-hidden'?: boolean }>;
  /** Route to open; without one, `act` runs. */
  readonly route?: string;
  readonly code?: string | null;
  readonly note?: string;
  readonly act?: () => void;
}

/** One or two letters match only the start of a word, except in Chinese. */
const isSignificant = (word: string): boolean => word.length > 2 || /\p{Script=Han}/u.test(word);

/** Entries whose words start with all typed words in any order, or contain longer ones. */
export function filterEntries(query: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const queryWords = normalizeText(query).split(/\s+/).filter(Boolean);
  return entries.filter(({ label, route }) => {
    const text = normalizeText(label);
    const words = text.split(WORD_SEPARATOR);
    return queryWords.every(
      (word) =>
        words.some((each) => each.startsWith(word)) || (isSignificant(word) && `${text} ${route ?? ''}`.includes(word)),
    );
  });
}

/** The screens of the current user. */
export function useScreenEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const routes = useAppRoutes();
  const { role } = useSession();
  return useMemo(
    () =>
      routes
        .filter((route) => canOpenRoute(role, route))
        .map(({ path, labelKey, icon }) => ({ key: path, route: path, label: t(labelKey), icon })),
    [t, routes, role],
  );
}

/** Commands: create a record, switch the mode, sign out. */
export function useCommandEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const modules = useModules();
  const nextMode = useMode() === 'dark' ? 'light' : 'dark';
  const { role, impersonation } = useSession();
  const { mutate: logout } = useLogout();
  return useMemo(() => {
    const creatableModules = [...modules.values()].filter(
      ({ definition: { read, write, create } }) =>
        role && read.includes(role) && write.includes(role) && create !== false && !impersonation,
    );
    return [
      ...creatableModules.map(({ route, definition: { name } }) => {
        return { key: `new ${name}`, label: t(`${name}.new`), icon: PlusOutlined, route: `${route}?edit=new` };
      }),
      {
        key: 'mode',
        label: t(nextMode === 'dark' ? 'shell.go_dark' : 'shell.go_light'),
        icon: nextMode === 'dark' ? MoonOutlined : SunOutlined,
        act: () => chooseLayout({ 'data-layout-mode': nextMode }),
      },
      { key: 'logout', label: t('menu.logout'), icon: LogoutOutlined, act: () => logout() },
    ];
  }, [t, nextMode, modules, role, impersonation, logout]);
}
