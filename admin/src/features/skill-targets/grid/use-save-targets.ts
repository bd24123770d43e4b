import { useState } from 'react';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { useSubmit } from '@/components/use-submit';
import { useErrorWords } from '@/components/words';
import { settled, type CellKey } from './grid-edits';
import { firstPortion, placedErrors } from './saving';
import type { TargetStore } from './target-store';
import type { TargetEdits } from './use-target-edits';

interface Refusal {
  readonly cells: ReadonlyMap<CellKey, string>;
  readonly rest: readonly string[];
}
const NONE: Refusal = { cells: new Map(), rest: [] };

/** Saves what is changed, all or nothing; a refusal is led to its cells. */
export function useSaveTargets(state: TargetEdits, store: TargetStore) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const { busy: saving, run } = useSubmit();
  const [refusal, setRefusal] = useState(NONE);

  async function save(): Promise<void> {
    const { edits } = state;
    if (saving || edits.changed.size === 0) return;
    setRefusal(NONE);
    const { keys, changes } = firstPortion(edits.changed);
    const write = async () => {
      await http.put('/api/skill-targets/grid', { changes });
      store.keep(keys.map((key) => [key, edits.changed.get(key) ?? null] as const));
      state.write(settled(edits, keys));
      notify?.({ type: 'success', message: t('targets.saved', { count: keys.length }) });
      for (const resource of ['skill-targets', 'role-targets'])
        void invalidate({ resource, invalidates: ['resourceAll'] });
    };
    const refuse = (error: unknown) => {
      const placed = placedErrors((error as ApiError).errors ?? {}, keys);
      const isPlaced = placed.cells.size > 0 || placed.rest.length > 0;
      setRefusal(isPlaced ? placed : { ...NONE, rest: [errorWords(error)] });
    };
    await run(() => write().catch(refuse));
  }
  return { saving, refusal, save, forget: () => setRefusal(NONE) };
}
