import { useState } from 'react';
import type { PublishCheck, TrainingRow } from '@contract/trainings.resource';
import type { ApiError } from '@/api/api-error';
import { useApiQuery } from '@/api/use-api-query';
import { useModule } from '@/crud/crud-context';
import { useRowCommand } from '@/crud/list/use-row-command';
import { useSubmit } from '@/components/use-submit';
import { trainingFormDefinition } from '../training-definition';

export interface PublishState {
  readonly running: boolean;
  /** Open checks; null before the first attempt, empty when all are fulfilled. */
  readonly missing: readonly PublishCheck[] | null;
  readonly publish: () => Promise<void>;
  readonly dismiss: () => void;
}

/** Publishes, and keeps the open checks of a 422 (`facts.missing`) up to date while the author edits the training. */
export function usePublish(row: TrainingRow): PublishState {
  const sendCommand = useRowCommand(useModule('trainings')?.definition ?? trainingFormDefinition);
  const { busy: running, run } = useSubmit({ toast: true });
  const [openChecks, setOpenChecks] = useState<readonly PublishCheck[] | null>(null);
  const { data } = useApiQuery(
    `trainings/${row.id}/publish-checklist`,
    {},
    { select: ({ missing }) => missing, enabled: openChecks !== null && row.status === 'draft', staleTime: 0 },
  );

  const publish = () =>
    run(async () => {
      try {
        await sendCommand({ name: 'publish' }, row, {});
        setOpenChecks(null);
      } catch (error) {
        const { code, facts } = error as ApiError;
        if (code !== 'checklist_open' || !Array.isArray(facts.missing)) throw error;
        setOpenChecks(facts.missing as PublishCheck[]);
      }
    });

  const missing = openChecks === null || row.status !== 'draft' ? null : (data ?? openChecks);
  return { running, missing, publish, dismiss: () => setOpenChecks(null) };
}
