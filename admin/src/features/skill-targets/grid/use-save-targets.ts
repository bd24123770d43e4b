import { useState } from 'react';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { http } from '@/api/http';
import type { ApiError } from '@/api/api-error';
import { useSubmit } from '@/components/use-submit';
import { useErrorText } from '@/components/resource-labels';
import { markSaved, type CellKey } from './grid-edits';
import { takeFirstBatch, assignErrorsToCells } from './save-request';
import type { TargetStore } from './target-store';
import type { TargetEdits } from './use-target-edits';

interface SaveErrors {
  readonly cells: ReadonlyMap<CellKey, string>;
  readonly rest: readonly string[];
}
const NO_ERRORS: SaveErrors = { cells: new Map(), rest: [] };

/** Saves the first batch of changes in one request; errors are assigned to their cells. */
export function useSaveTargets(state: TargetEdits, store: TargetStore) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const { busy: isSaving, run } = useSubmit();
  const [saveErrors, setSaveErrors] = useState(NO_ERRORS);

  async function save(): Promise<void> {
    const { edits } = state;
    if (isSaving || edits.changed.size === 0) return;
    setSaveErrors(NO_ERRORS);
    const { keys, changes } = takeFirstBatch(edits.changed);
    const putChanges = async () => {
      await http.put('/api/skill-targets/grid', { changes });
      store.setSaved(keys.map((key) => [key, edits.changed.get(key) ?? null] as const));
      state.saveEdits(markSaved(edits, keys));
      notify?.({ type: 'success', message: t('targets.saved', { count: keys.length }) });
      for (const resource of ['skill-targets', 'role-targets'])
        void invalidate({ resource, invalidates: ['resourceAll'] });
    };
    const handleError = (error: unknown) => {
      const cellErrors = assignErrorsToCells((error as ApiError).errors ?? {}, keys);
      const hasFieldErrors = cellErrors.cells.size > 0 || cellErrors.rest.length > 0;
      setSaveErrors(hasFieldErrors ? cellErrors : { ...NO_ERRORS, rest: [errorText(error)] });
    };
    await run(() => putChanges().catch(handleError));
  }
  return { isSaving, saveErrors, save, clearErrors: () => setSaveErrors(NO_ERRORS) };
}
