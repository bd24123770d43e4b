import { useState } from 'react';
import { useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import type { PublishCheck, TrainingRow } from '@contract/trainings.resource';
import type { ApiError } from '@/api/api-error';
import { read } from '@/api/read';
import { useModule } from '@/crud/kit-context';
import { useRowCommand } from '@/crud/list/row-command';
import { useErrorWords } from '@/components/words';
import { trainingForms } from '../training-definition';

export interface Publishing {
  readonly running: boolean;
  /** What the server still asks for; null until it was asked. Empty: nothing any more. */
  readonly missing: readonly PublishCheck[] | null;
  readonly publish: () => Promise<void>;
  readonly dismiss: () => void;
}

/**
 * Publishing, and what stands in its way: the 422's `facts.missing`, asked for anew whenever something of the training
 * changes, so that the list grows shorter while its author works it off.
 */
export function usePublish(row: TrainingRow): Publishing {
  const run = useRowCommand(useModule('trainings')?.definition ?? trainingForms);
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const [running, setRunning] = useState(false);
  const [refused, setRefused] = useState<readonly PublishCheck[] | null>(null);
  const { data } = useQuery({
    // Refine invalidates keys that begin like this when the training, its skills or its quiz change.
    queryKey: ['data', 'default', 'trainings', 'publish-checklist', row.id],
    queryFn: async () => (await read(`trainings/${row.id}/publish-checklist`)).missing,
    enabled: refused !== null && row.status === 'draft',
    staleTime: 0,
  });

  async function publish(): Promise<void> {
    setRunning(true);
    try {
      await run({ name: 'publish' }, row, {});
      setRefused(null);
    } catch (error) {
      const { code, facts } = error as ApiError;
      if (code === 'checklist_open' && Array.isArray(facts.missing)) setRefused(facts.missing as PublishCheck[]);
      else notify?.({ type: 'error', message: errorWords(error) });
    } finally {
      setRunning(false);
    }
  }

  const missing = refused === null || row.status !== 'draft' ? null : (data ?? refused);
  return { running, missing, publish, dismiss: () => setRefused(null) };
}
