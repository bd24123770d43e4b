import { useQuery } from '@tanstack/react-query';
import type { EnrolmentRequestRow } from '@contract/enrolment-requests.resource';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import { OPEN_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import type { ExpiringPair } from '@contract/expiring-skills.report';
import { skillMatrixReport } from '@contract/reports';
import type { FirstRows } from '@/api/data-provider';
import { dataKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { useFirstRows } from '@/api/use-first-rows';
import { dayAfter } from '@/components/dates';
import { fetchMatrix } from '@/features/reports/matrix/matrix-source';
import { DUE_SOON_DAYS } from '../learning';

/** How many days ahead a report warns. */
export interface WarningPeriod {
  readonly warn_days: number;
}

/** Rows per list on the card. */
const ROW_LIMIT = 3;

/** Open, due within 14 days, and not overdue in the staff member's time zone. */
export const dueSoonFilter = (today: string) =>
  new URLSearchParams([
    ...OPEN_ASSIGNMENT_STATES.map((state) => ['state', state]),
    ['overdue', 'false'],
    ['employed', 'true'],
    ['due_on_lte', dayAfter(today, DUE_SOON_DAYS)],
  ]);
/** The server decides overdue in each staff member's time zone. */
export const OVERDUE_FILTER = new URLSearchParams({ overdue: 'true' });

/** The first assignments of the team by due date, and their total. @param filter parameters of the list */
export function useDueAssignments(filter: URLSearchParams) {
  return useFirstRows<TrainingAssignmentRow>('training-assignments', filter, ROW_LIMIT, [
    { field: 'due_on', order: 'asc' },
  ]);
}

/** The first records of evidence that wait for a decision of the signed-in manager, and their total. */
export function usePendingEvidence() {
  return useFirstRows<SkillEvidenceRow>('skill-evidence', { waiting_for: 'me' }, ROW_LIMIT);
}

/** The first enrolment requests that wait for a decision of the signed-in manager, and their total. */
export function usePendingEnrolments() {
  return useFirstRows<EnrolmentRequestRow>('enrolment-requests', { waiting_for: 'me' }, ROW_LIMIT);
}

/** Today's skill matrix of the team, with its totals. */
export function useTeamMatrix() {
  return useQuery({
    queryKey: dataKey('reports', 'team'),
    queryFn: () => fetchMatrix(skillMatrixReport.path, new URLSearchParams()),
    staleTime: 30_000,
  });
}

/** The first staff members who will soon fall below a target, the total, and the warning period in days. */
export function useTeamExpiring() {
  const range = { _start: '0', _end: String(ROW_LIMIT) };
  return useApiQuery('reports/expiring-skills', range, {
    select: ({ rows, totals, definition }): FirstRows<ExpiringPair> & WarningPeriod => ({
      rows,
      total: totals.expiring,
      warn_days: Number(definition.facts.warn_days),
    }),
    staleTime: 30_000,
  });
}
