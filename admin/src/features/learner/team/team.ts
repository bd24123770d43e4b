import { useQuery } from '@tanstack/react-query';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import { OPEN_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import type { ExpiringPair } from '@contract/expiring-skills.report';
import { skillMatrixReport } from '@contract/reports';
import type { Some } from '@/api/data';
import { dataKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { useFirstRows } from '@/api/use-first-rows';
import { dayAfter } from '@/components/dates';
import { fetchMatrix } from '@/features/reports/matrix/source';
import { SOON_DAYS } from '../learning';

/** Of a report that warns: how many days ahead. */
export interface WarningTime {
  readonly warn_days: number;
}

/** People named on the card; the list behind the figure has all of them. */
const SHOWN = 3;

/** Open, due within 14 days and not overdue in the staff member's time zone. */
export const dueSoonOf = (today: string) =>
  new URLSearchParams([
    ...OPEN_ASSIGNMENT_STATES.map((state) => ['state', state]),
    ['overdue', 'false'],
    ['employed', 'true'],
    ['due_on_lte', dayAfter(today, SOON_DAYS)],
  ]);
/** Overdue in each staff member's time zone, as decided by the server. */
export const OVERDUE = new URLSearchParams({ overdue: 'true' });

export function useDue(filter: URLSearchParams) {
  return useFirstRows<TrainingAssignmentRow>('training-assignments', filter, SHOWN, [
    { field: 'due_on', order: 'asc' },
  ]);
}

export function useWaiting() {
  return useFirstRows<SkillEvidenceRow>('skill-evidence', { waiting_for: 'me' }, SHOWN);
}

export function useEnrolments() {
  return useFirstRows<EnrolmentRequestRow>('enrolment-requests', { waiting_for: 'me' }, SHOWN);
}

/** The team's matrix of today, with its totals. */
export function useTeamMatrix() {
  return useQuery({
    queryKey: dataKey('reports', 'team'),
    queryFn: () => fetchMatrix(skillMatrixReport.path, new URLSearchParams()),
    staleTime: 30_000,
  });
}

/** People who will soon fall below a target: the first of them, how many in all, and within how many days. */
export function useTeamExpiring() {
  const few = { _start: '0', _end: String(SHOWN) };
  return useApiQuery('reports/expiring-skills', few, {
    select: ({ rows, totals, definition }): Some<ExpiringPair> & WarningTime => ({
      rows,
      total: totals.expiring,
      warn_days: Number(definition.facts.warn_days),
    }),
    staleTime: 30_000,
  });
}
