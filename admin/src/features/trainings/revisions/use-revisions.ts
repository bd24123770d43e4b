import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';

/** The published revisions of a training. */
export function useRevisions({ id, content_revision }: TrainingRow, isEnabled = true) {
  return useApiQuery(`trainings/${id}/revisions`, {}, { revision: content_revision, enabled: isEnabled });
}
