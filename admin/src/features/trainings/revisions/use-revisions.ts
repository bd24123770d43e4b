import type { TrainingRow } from '@contract/trainings.resource';
import { useApiQuery } from '@/api/use-api-query';

export function useRevisions({ id, content_revision }: TrainingRow, isEnabled = true) {
  return useApiQuery(`trainings/${id}/revisions`, {}, { revision: content_revision, enabled: isEnabled });
}
