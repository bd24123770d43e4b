import { useQuery } from '@tanstack/react-query';
import type { TrainingRow } from '@contract/trainings.resource';
import { read } from '@/api/read';

/** What was published of a training. Refine invalidates keys that begin like this when something of the training changes. */
export function useRevisions({ id, content_revision }: TrainingRow, isAsked = true) {
  return useQuery({
    queryKey: ['data', 'default', 'trainings', 'revisions', id, content_revision],
    queryFn: () => read(`trainings/${id}/revisions`),
    enabled: isAsked,
  });
}
