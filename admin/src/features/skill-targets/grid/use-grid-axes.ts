import { useQuery } from '@tanstack/react-query';
import { fullName } from '@contract/person-name';
import type { SkillRow } from '@contract/skills.resource';
import { fetchCurrentTargets } from './target-store';
import { fetchMatchingRows } from '@/api/data-provider';
import { dataKey } from '@/api/query-keys';

export type HolderKind = 'staff' | 'roles';

/** A row of the grid: a person or a job role. */
export interface Holder {
  readonly id: string;
  readonly label: string;
  /** Staff code, below the label. */
  readonly note?: string;
  readonly job_role_id?: string | null;
}

export interface HolderFilter {
  readonly q: string;
  readonly department_id: string | null;
  readonly job_role_id: string | null;
}

/** Limit of rows and columns; further rows are reachable by filter. */
const MAX_ROWS = 5000;

async function fetchPeople(filter: HolderFilter): Promise<Holder[]> {
  const { rows } = await fetchMatchingRows<Record<string, string | null> & { id: string }>(
    'staff',
    [
      { field: 'status', operator: 'in', value: ['active', 'invited', 'suspended'] },
      { field: 'q', operator: 'eq', value: filter.q },
      { field: 'department_id', operator: 'eq', value: filter.department_id },
      { field: 'job_role_id', operator: 'eq', value: filter.job_role_id },
    ],
    [
      { field: 'last_name', order: 'asc' },
      { field: 'first_name', order: 'asc' },
    ],
    MAX_ROWS,
  );
  return rows.map((row) => ({
    id: row.id,
    label: fullName(row.first_name, row.last_name),
    note: row.staff_code ?? '',
    job_role_id: row.job_role_id ?? null,
  }));
}

async function fetchJobRoles(): Promise<Holder[]> {
  const { rows } = await fetchMatchingRows<{ id: string; name: string }>(
    'job-roles',
    [],
    [{ field: 'name', order: 'asc' }],
    MAX_ROWS,
  );
  return rows.map((row) => ({ id: row.id, label: row.name }));
}

async function fetchActiveSkills(): Promise<SkillRow[]> {
  const { rows } = await fetchMatchingRows<SkillRow>(
    'skills',
    [{ field: 'status', operator: 'eq', value: 'active' }],
    [
      { field: 'skill_group', order: 'asc' },
      { field: 'name', order: 'asc' },
    ],
    MAX_ROWS,
  );
  return rows;
}

/** Rows and columns of the grid, and the targets of job roles. */
export function useGridAxes(by: HolderKind, filter: HolderFilter, today: string | null) {
  const shared = { retry: false, staleTime: 30_000 } as const;
  const resource = by === 'staff' ? 'staff' : 'job-roles';
  const holders = useQuery({
    queryKey: dataKey(resource, 'target-grid', filter),
    queryFn: () => (by === 'staff' ? fetchPeople(filter) : fetchJobRoles()),
    // Keeps the previous rows during a search, but not when switching people and job roles.
    placeholderData: (previous: Holder[] | undefined, previousQuery) =>
      previousQuery?.queryKey[2] === resource ? previous : undefined,
    ...shared,
  });
  const skills = useQuery({
    queryKey: dataKey('skills', 'target-grid'),
    queryFn: fetchActiveSkills,
    ...shared,
  });
  const roleTargets = useQuery({
    queryKey: dataKey('role-targets', 'target-grid', today),
    queryFn: () => fetchCurrentTargets('roles', null, today ?? ''),
    enabled: by === 'staff' && today !== null,
    ...shared,
  });
  return { holders, skills, roleTargets };
}
