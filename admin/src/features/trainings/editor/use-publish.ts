import { useState } from 'react';
import type { PublishCheck, TrainingRow } from '@contract/trainings.resource';
import type { ApiError } from '@/api/api-error';
import { useApiQuery } from '@/api/use-api-query';
import { useModule } from '@/crud/kit-context';
import { useRowCommand } from '@/crud/list/row-command';
import { useSubmit } from '@/components/use-submit';
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
  const sendCommand = useRowCommand(useModule('trainings')?.definition ?? trainingForms);
  const { busy: running, run } = useSubmit({ toast: true });
  const [refused, setRefused] = useState<readonly PublishCheck[] | null>(null);
  const { data } = useApiQuery(
    `trainings/${row.id}/publish-checklist`,
    {},
    { select: ({ missing }) => missing, enabled: refused !== null && row.status === 'draft', staleTime: 0 },
  );

  const publish = () =>
    run(async () => {
      try {
        await sendCommand({ name: 'publish' }, row, {});
        setRefused(null);
      } catch (error) {
        const { code, facts } = error as ApiError;
        if (code !== 'checklist_open' || !Array.isArray(facts.missing)) throw error;
        setRefused(facts.missing as PublishCheck[]);
      }
    });

  const missing = refused === null || row.status !== 'draft' ? null : (data ?? refused);
  return { running, missing, publish, dismiss: () => setRefused(null) };
}
