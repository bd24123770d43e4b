import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { Scope } from '@/api/me';
import { isReversed, withReportFilter, type ReportFilter } from '@/report-kit/table/report-definition';

/** A learner's reports are about themselves: there is nobody to choose (contract.md, Who may do what). */
export const forReader = (filters: readonly ReportFilter[], scope: Scope | undefined): ReportFilter[] =>
  filters.filter(({ name }) => name !== 'staff_id' || scope === 'all' || scope === 'line');

/** The filters of a report in the page's address, and what they ask of the API. */
export function useReportAddress(filters: readonly ReportFilter[]) {
  const [address, setAddress] = useSearchParams();
  const query = useMemo(() => askedBy(filters, address), [filters, address]);
  const values: Record<string, string> = {};
  for (const { name } of filters) {
    const value = address.get(name);
    if (value) values[name] = value;
  }
  return {
    address,
    values,
    /** What the API is asked, by its own words. */
    query,
    reversed: isReversed(values),
    change: (name: string, value: string | null) => setAddress((now) => withReportFilter(now, name, value)),
  };
}

/** Pure. */
function askedBy(filters: readonly ReportFilter[], address: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams();
  for (const { name, param } of filters) {
    const value = address.get(name);
    if (value) query.set(param ?? name, value);
  }
  return query;
}

const CELL = 'cell';
export interface CellAddress {
  readonly staff_id: string;
  readonly skill_id: string;
}

/** The explained cell stands in the address too, so that a link shows the same reason: `cell=<staff>.<skill>`. */
export function useExplained() {
  const [address, setAddress] = useSearchParams();
  const [staff_id, skill_id] = (address.get(CELL) ?? '').split('.');
  return {
    cell: staff_id && skill_id ? { staff_id, skill_id } : null,
    open: (cell: CellAddress | null) =>
      setAddress(
        (now) => {
          const next = new URLSearchParams(now);
          if (cell) next.set(CELL, `${cell.staff_id}.${cell.skill_id}`);
          else next.delete(CELL);
          return next;
        },
        { replace: cell === null },
      ),
  };
}
