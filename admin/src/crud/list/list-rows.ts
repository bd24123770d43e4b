import { useDeferredValue, useState } from 'react';
import { unionFilters, type CrudFilter, type HttpError } from '@refinedev/core';
import { useTable } from '@refinedev/antd';
import { keepPreviousData } from '@tanstack/react-query';
import type { PageFacts } from '@/api/data';
import type { ResourceDefinition } from '@contract/resource';
import { crudFilters, crudSorters, type ListState } from './list-state';
import type { Row } from '../module';

/**
 * The rows of a list by Refine's table, which follows the address. Its own `syncWithLocation` is off: it writes the
 * address in place of the one before, reads it once, and Back would not step through (screens.md §1).
 */
export function useListRows(definition: ResourceDefinition, state: ListState, within: readonly CrudFilter[]) {
  // Of two on one field that compare alike the table keeps the first. What acts on all that match asks for the same.
  const filters = unionFilters([], [...within, ...crudFilters(state)]);
  const sorters = crudSorters(definition, state);
  const asked = JSON.stringify([filters, sorters, state.page, state.size]);
  const [followed, setFollowed] = useState(asked);
  const table = useTable<Row, HttpError>({
    resource: definition.name,
    syncWithLocation: false,
    pagination: { currentPage: state.page, pageSize: state.size },
    filters: { initial: filters, defaultBehavior: 'replace' },
    sorters: { initial: sorters },
    meta: { seek: state.seek },
    errorNotification: false,
    liveMode: 'auto',
    queryOptions: { placeholderData: keepPreviousData },
  });
  // While rendering, not after it: no page is drawn, or asked for, with half of the new state.
  if (followed !== asked) {
    setFollowed(asked);
    table.setFilters(filters, 'replace');
    table.setSorters(sorters);
    table.setCurrentPage(state.page);
    table.setPageSize(state.size);
  }
  const { tableQuery: query } = table;
  // What came is drawn in slices, between which the page answers, and not in one go.
  const data = useDeferredValue(query.data);
  return {
    query,
    /** Nothing can be said of the rows yet. */
    waiting: query.isLoading || (query.isSuccess && !data),
    /** The rows are those of another page or search. */
    behind: query.isPlaceholderData || data !== query.data,
    rows: data?.data ?? [],
    total: data?.total ?? 0,
    ends: (data ?? {}) as PageFacts,
    filters,
    sorters,
  };
}
