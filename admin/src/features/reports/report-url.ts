import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { VisibilityScope } from '@/api/account';
import { isReversed, withReportFilter, type ReportFilter } from '@/report-kit/table/report-table-definition';

/** Drops the staff filter for learners: their reports show only themselves. */
export const filtersForScope = (filters: readonly ReportFilter[], scope: VisibilityScope | undefined): ReportFilter[] =>
  filters.filter(({ name }) => name !== 'staff_id' || scope === 'all' || scope === 'line');

/** Reads a report's filters from the page's query string and changes them there. */
export function useReportFilters(filters: readonly ReportFilter[]) {
  const [searchParams, setSearchParams] = useSearchParams();
  const query = useMemo(() => buildApiQuery(filters, searchParams), [filters, searchParams]);
  const values: Record<string, string> = {};
  for (const { name } of filters) {
    const value = searchParams.get(name);
    if (value) values[name] = value;
  }
  return {
    searchParams,
    values,
    /** The filters under the API's parameter names. */
    query,
    reversed: isReversed(values),
    setFilter: (name: string, value: string | null) =>
      setSearchParams((current) => withReportFilter(current, name, value)),
  };
}

function buildApiQuery(filters: readonly ReportFilter[], searchParams: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name, param } of filters) {
    const value = searchParams.get(name);
    if (value) query.set(param ?? name, value);
  }
  return query;
}

const CELL_PARAM = 'cell';
export interface SkillCellKey {
  readonly staff_id: string;
  readonly skill_id: string;
}

/** The cell whose explanation is open, kept in the query string (`cell=<staff>.<skill>`) so that links can share it. */
export function useExplainedCell() {
  const [searchParams, setSearchParams] = useSearchParams();
  const [staff_id, skill_id] = (searchParams.get(CELL_PARAM) ?? '').split('.');
  return {
    cell: staff_id && skill_id ? { staff_id, skill_id } : null,
    open: (cell: SkillCellKey | null) =>
      setSearchParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (cell) next.set(CELL_PARAM, `${cell.staff_id}.${cell.skill_id}`);
          else next.delete(CELL_PARAM);
          return next;
        },
        { replace: cell === null },
      ),
  };
}
