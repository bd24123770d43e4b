import type { Counted } from '@/api/data';
import { useApiQuery } from '@/api/use-api-query';
import { useFirstRows } from '@/api/use-first-rows';
import type { WarningTime } from '@/features/learner/team/team';

/** How many rows a list has under these filters, which are also those of the link beside the figure. */
export function useCount(resource: string, filter: URLSearchParams) {
  return useFirstRows(resource, filter, 1);
}

export function useExpiring(staffId: string) {
  const asked = { staff_id: staffId, _start: '0', _end: '1' };
  return useApiQuery('reports/expiring-skills', asked, {
    select: ({ totals, definition }): Counted & WarningTime => ({
      total: totals.expiring,
      warn_days: Number(definition.facts.warn_days),
    }),
  });
}
