import { useQuery } from '@tanstack/react-query';
import type { ExpiringAnswer } from '@contract/report-answers';
import { firstRows, type Counted } from '@/client/data';
import { http } from '@/client/http';
import { LEARNER } from '@/learner/learner-data';

/** How many rows a list has under these filters, which are also those of the link beside the figure. */
export function useCount(resource: string, filter: URLSearchParams) {
  return useQuery({
    queryKey: ['data', 'default', resource, 'count', filter.toString()],
    queryFn: (): Promise<Counted> => firstRows(resource, filter, 1),
    retry: false,
  });
}

export function useExpiring(staffId: string) {
  return useQuery({
    queryKey: [LEARNER, 'expiring', staffId],
    queryFn: async (): Promise<Counted> => {
      const query = new URLSearchParams({ staff_id: staffId, _start: '0', _end: '1' });
      const { data } = await http.get<ExpiringAnswer>(`/api/reports/expiring-skills?${query.toString()}`);
      return { total: data.totals.expiring };
    },
    retry: false,
  });
}
