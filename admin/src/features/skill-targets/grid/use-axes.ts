import { useQuery } from '@tanstack/react-query';
import { fullName } from '@contract/person-name';
import type { SkillRow } from '@contract/skills.resource';
import { targetsInForce } from './target-store';
import { matchingRows } from '@/api/data';
import { dataKey } from '@/api/query-keys';

export type By = 'staff' | 'roles';

/** A row of the grid. */
export interface Holder {
  readonly id: string;
  readonly label: string;
  /** Below the label: the staff code. */
  readonly note?: string;
  readonly job_role_id?: string | null;
}

export interface HolderFilter {
  readonly q: string;
  readonly department_id: string | null;
  readonly job_role_id: string | null;
}

/** More rows than anybody types into; the filter finds the others. */
const MOST = 5000;

async function peopleOf(filter: HolderFilter): Promise<Holder[]> {
  const { rows } = await matchingRows<Record<string, string | null> & { id: string }>(
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
    MOST,
  );
  return rows.map((row) => ({
    id: row.id,
    label: fullName(row.first_name, row.last_name),
    note: row.staff_code ?? '',
    job_role_id: row.job_role_id ?? null,
  }));
}

async function rolesOf(): Promise<Holder[]> {
  const { rows } = await matchingRows<{ id: string; name: string }>(
    'job-roles',
    [],
    [{ field: 'name', order: 'asc' }],
    MOST,
  );
  return rows.map((row) => ({ id: row.id, label: row.name }));
}

async function activeSkills(): Promise<SkillRow[]> {
  const { rows } = await matchingRows<SkillRow>(
    'skills',
    [{ field: 'status', operator: 'eq', value: 'active' }],
    [
      { field: 'skill_group', order: 'asc' },
      { field: 'name', order: 'asc' },
    ],
    MOST,
  );
  return rows;
}

/** Rows, columns, and what job roles ask for (shown faintly where a person has no target of their own). */
export function useAxes(by: By, filter: HolderFilter, today: string | null) {
  const shared = { retry: false, staleTime: 30_000 } as const;
  const resource = by === 'staff' ? 'staff' : 'job-roles';
  const holders = useQuery({
    queryKey: dataKey(resource, 'target-grid', filter),
    queryFn: () => (by === 'staff' ? peopleOf(filter) : rolesOf()),
    // The rows stay while others are searched for; people never stand in for job roles.
    placeholderData: (before: Holder[] | undefined, asked) => (asked?.queryKey[2] === resource ? before : undefined),
    ...shared,
  });
  const skills = useQuery({
    queryKey: dataKey('skills', 'target-grid'),
    queryFn: activeSkills,
    ...shared,
  });
  const roleTargets = useQuery({
    queryKey: dataKey('role-targets', 'target-grid', today),
    queryFn: () => targetsInForce('roles', null, today ?? ''),
    enabled: by === 'staff' && today !== null,
    ...shared,
  });
  return { holders, skills, roleTargets };
}
