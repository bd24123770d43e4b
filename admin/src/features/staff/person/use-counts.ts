import type { TotalCount } from '@/api/data-provider';
import { useApiQuery } from '@/api/use-api-query';
import { useFirstRows } from '@/api/use-first-rows';
import type { WarningPeriod } from '@/features/learner/team/team-queries';

/** The number of rows of a list under these filters. */
export function useRowCount(resource: string, filter: URLSearchParams) {
  return useFirstRows(resource, filter, 1);
}

/** The number of skills of a person that expire within the warning period, and that period in days. */
export function useExpiringSkillCount(staffId: string) {
  const params = { staff_id: staffId, _start: '0', _end: '1' };
  return useApiQuery('reports/expiring-skills', params, {
    select: ({ totals, definition }): TotalCount & WarningPeriod => ({
      total: totals.expiring,
      warn_days: Number(definition.facts.warn_days),
    }),
  });
}
