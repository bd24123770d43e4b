import { useQuery } from '@tanstack/react-query';
import { firstRows, type Counted } from '@/api/data';
import { read } from '@/api/read';
import { LEARNER } from '@/features/learner/learner-data';
import type { WarningTime } from '@/features/learner/team/team';

/** How many rows a list has under these filters, which are also those of the link beside the figure. */
export function useCount(resource: string, filter: URLSearchParams) {
  return useQuery({
    queryKey: ['data', 'default', resource, 'count', filter.toString()],
    queryFn: (): Promise<Counted> => firstRows(resource, filter, 1),
  });
}

export function useExpiring(staffId: string) {
  return useQuery({
    queryKey: [LEARNER, 'expiring', staffId],
    queryFn: async (): Promise<Counted & WarningTime> => {
      const { totals, definition } = await read('reports/expiring-skills', {
        staff_id: staffId,
        _start: '0',
        _end: '1',
      });
      return { total: totals.expiring, warn_days: Number(definition.facts.warn_days) };
    },
  });
}
