import { useQuery } from '@tanstack/react-query';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import { OPEN_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import { skillMatrixReport } from '@contract/reports';
import { http } from '@/app/providers/http';
import { fetchMatrix, type MatrixSource } from '@/reports/matrix/source';
import { LEARNER } from '../learner-data';

/** People named on the card; the list behind the figure has all of them. */
const SHOWN = 3;
const SOON_DAYS = 14;
/** As the matrix warns (reports.md §3). */
export const EXPIRING_DAYS = 60;

/** `2026-03-01` plus days, in the calendar. Pure. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export interface Some<R> {
  readonly rows: readonly R[];
  readonly total: number;
}

async function first<R>(resource: string, query: URLSearchParams): Promise<Some<R>> {
  const asked = new URLSearchParams(query);
  asked.set('_start', '0');
  asked.set('_end', String(SHOWN));
  const { data, headers } = await http.get<R[]>(`/api/${resource}?${asked.toString()}`);
  return { rows: data, total: Number(headers['x-total-count'] ?? data.length) };
}

/** What is open and due between two days, as the list's filters say it: the figure's link shows the same rows. Pure. */
export function dueFilter(from: string | null, to: string): URLSearchParams {
  const filter = new URLSearchParams(OPEN_ASSIGNMENT_STATES.map((state) => ['state', state]));
  if (from) filter.set('due_on_gte', from);
  filter.set('due_on_lte', to);
  return filter;
}

export const dueSoonOf = (today: string) => dueFilter(today, dayAfter(today, SOON_DAYS));
export const overdueOf = (today: string) => dueFilter(null, dayAfter(today, -1));

export function useDue(filter: URLSearchParams) {
  const asked = new URLSearchParams(filter);
  asked.set('_sort', 'due_on');
  asked.set('_order', 'asc');
  return useQuery({
    queryKey: [LEARNER, 'team', 'due', filter.toString()],
    queryFn: () => first<TrainingAssignmentRow>('training-assignments', asked),
    retry: false,
  });
}

export function useWaiting() {
  return useQuery({
    queryKey: [LEARNER, 'team', 'waiting'],
    queryFn: () => first<SkillEvidenceRow>('skill-evidence', new URLSearchParams({ waiting_for: 'me' })),
    retry: false,
  });
}

/** The team's matrix of today, with its totals. */
export function useTeamMatrix() {
  return useQuery({
    queryKey: ['reports', 'team'],
    queryFn: () => fetchMatrix(skillMatrixReport.path, new URLSearchParams()),
    staleTime: 30_000,
    retry: false,
  });
}

export interface Expiring {
  readonly staff_id: string;
  readonly staff_name: string;
  readonly skill_id: string;
  readonly skill_name: string;
}

/** Whose target falls through soon, as far as the matrix came whole. Pure. */
export function expiringIn({ whole }: MatrixSource): Expiring[] {
  return (whole?.cells ?? [])
    .filter(({ status }) => status === 'EXPIRING')
    .slice(0, SHOWN)
    .flatMap(({ row, column }) => {
      const [staff, skill] = [whole?.rows[row], whole?.columns[column]];
      if (!staff || !skill) return [];
      const staff_name = `${staff.first_name} ${staff.last_name}`;
      return [{ staff_id: staff.id, staff_name, skill_id: skill.id, skill_name: skill.name }];
    });
}
