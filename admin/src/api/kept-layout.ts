import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Me } from '@contract/account-answers';
import type { Layout } from '@contract/layout';
import { LAYOUT_DEFAULTS, type LayoutOptions } from '@/theme/layout-defaults';
import { chosenLayout, onLayoutChosen, takeLayout } from '@/theme/layout-options';
import { http } from './http';
import { useFullMe } from './me';
import { apiKey } from './query-keys';
import { keptBefore, layoutOf, mergedLayout, OPTIONS, type KeptLayout } from './merged-layout';

const KEPT = 'layout.kept';
/** Of one account: employee codes repeat, each organisation's first admin has the same. */
const who = (): string => ['OID', 'EID'].map((name) => localStorage.getItem(name) ?? '').join('.');

function readKept(): KeptLayout | null {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? 'null') as KeptLayout | null;
  } catch {
    return null;
  }
}
const write = (kept: KeptLayout): void => localStorage.setItem(KEPT, JSON.stringify(kept));
const writeKept = (options: LayoutOptions): void => write({ of: who(), options });

/** A row of radio buttons that is walked along by arrow keys is one choice. */
const SOON_MS = 300;

/** Keeps account and browser alike. One that cannot be reached is told the next time: the browser has kept it already. */
export function useKeptLayout(): void {
  const queryClient = useQueryClient();
  const { data: me } = useFullMe();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = async () => {
      const options = chosenLayout();
      const layout = Object.fromEntries(OPTIONS.map(([option, name]) => [name, options[option]])) as Layout;
      const body = { theme: options['data-layout-mode'], layout };
      const { data } = await http.patch<Me>('/api/me', body);
      writeKept(options);
      // What is on its way may be from before.
      await queryClient.cancelQueries({ queryKey: apiKey('me'), exact: true });
      // Platform staff who view an organisation are answered with their own account: only what was chosen is taken.
      queryClient.setQueryData<Me>(apiKey('me'), (old) => old && { ...old, theme: data.theme, layout: data.layout });
    };
    const account = me ? layoutOf(me, matchMedia('(prefers-color-scheme: dark)').matches) : null;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void tell().catch(() => undefined), SOON_MS);
    };
    const end = onLayoutChosen((before) => {
      // So that whatever interrupts this finds what was not told. What the account has is merged before it is told anything.
      if (!me) return write(keptBefore(who(), before, readKept()));
      if (readKept()?.of !== who()) writeKept(account ?? LAYOUT_DEFAULTS);
      soon();
    });
    if (me) {
      const kept = readKept();
      const { options, untold } = mergedLayout(who(), account, chosenLayout(), kept);
      if (JSON.stringify(options) !== JSON.stringify(chosenLayout())) takeLayout(options);
      if (account ?? kept) writeKept(account ?? LAYOUT_DEFAULTS);
      if (untold) soon();
    }
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [me, queryClient]);
}
