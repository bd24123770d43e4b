import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';

/** What was published of a training. */
export function useRevisions({ id, content_revision }: TrainingRow, isAsked = true) {
  return useApiQuery(`trainings/${id}/revisions`, {}, { revision: content_revision, enabled: isAsked });
}
