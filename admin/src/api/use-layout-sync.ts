import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '@contract/account.responses';
import type { Layout } from '@contract/layout';
import { LAYOUT_DEFAULTS, type LayoutOptions } from '@/theme/layout-defaults';
import { chosenLayout, onLayoutChosen, applyLayout } from '@/theme/layout-options';
import { http } from './http';
import { useAccountQuery } from './account';
import { apiKey } from './query-keys';
import {
  syncedLayoutBeforeChoice,
  layoutFromAccount,
  mergeLayouts,
  OPTION_NAMES,
  type SyncedLayout,
} from './merge-layouts';

const STORAGE_KEY = 'layout.kept';
/** Employee codes repeat between customers, so the key needs both ids. */
const accountKey = (): string => ['OID', 'EID'].map((name) => localStorage.getItem(name) ?? '').join('.');

function readSyncedLayout(): SyncedLayout | null {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as SyncedLayout | null;
  } catch {
    return null;
  }
}
const saveSyncedLayout = (synced: SyncedLayout): void => localStorage.setItem(STORAGE_KEY, JSON.stringify(synced));
const saveSyncedOptions = (options: LayoutOptions): void => saveSyncedLayout({ of: accountKey(), options });

/** Arrow keys in a radio group fire a change per step; only the last one is sent. */
const DEBOUNCE_MS = 300;

/**
 * Synchronises the layout of account and browser. A change that cannot be sent is stored and sent at the next start.
 */
export function useLayoutSync(): void {
  const queryClient = useQueryClient();
  const { data: me } = useAccountQuery();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const sendToAccount = async () => {
      const options = chosenLayout();
      const layout = Object.fromEntries(OPTION_NAMES.map(([option, name]) => [name, options[option]])) as Layout;
      const body = { theme: options['data-layout-mode'], layout };
      const { data } = await http.patch<Me>('/api/me', body);
      saveSyncedOptions(options);
      // A running read may return the layout from before the change.
      await queryClient.cancelQueries({ queryKey: apiKey('me'), exact: true });
      // The PATCH answers with the own account, also during impersonation: only the layout is copied.
      queryClient.setQueryData<Me>(apiKey('me'), (old) => old && { ...old, theme: data.theme, layout: data.layout });
    };
    const account = me ? layoutFromAccount(me, matchMedia('(prefers-color-scheme: dark)').matches) : null;
    const scheduleSend = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void sendToAccount().catch(() => undefined), DEBOUNCE_MS);
    };
    const unsubscribe = onLayoutChosen((before) => {
      // Stored first, so that an interrupted change is sent later. The account is merged before it is written.
      if (!me) return saveSyncedLayout(syncedLayoutBeforeChoice(accountKey(), before, readSyncedLayout()));
      if (readSyncedLayout()?.of !== accountKey()) saveSyncedOptions(account ?? LAYOUT_DEFAULTS);
      scheduleSend();
    });
    if (me) {
      const synced = readSyncedLayout();
      const { options, hasUnsyncedChoice } = mergeLayouts(accountKey(), account, chosenLayout(), synced);
      if (JSON.stringify(options) !== JSON.stringify(chosenLayout())) applyLayout(options);
      if (account ?? synced) saveSyncedOptions(account ?? LAYOUT_DEFAULTS);
      if (hasUnsyncedChoice) scheduleSend();
    }
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [me, queryClient]);
}
