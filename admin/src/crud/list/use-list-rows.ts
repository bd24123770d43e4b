import { useDeferredValue, useState } from 'react';
import { unionFilters, type CrudFilter, type HttpError } from '@refinedev/core';
import { useTable } from '@refinedev/antd';
import { keepPreviousData } from '@tanstack/react-query';
import type { PageInfo } from '@/api/data-provider';
import type { ResourceDefinition } from '@contract/resource';
import { crudFilters, crudSorters, type ListState } from './list-state';
import type { Row } from '../resource-module';

/**
 * The rows of a list by Refine's `useTable`, which follows the address. `syncWithLocation` is off: it replaces history
 * entries, so that Back would not step through the list's states.
 */
export function useListRows(definition: ResourceDefinition, state: ListState, baseFilters: readonly CrudFilter[]) {
  // For duplicate filters on one field the first wins. Bulk actions use the same filters.
  const filters = unionFilters([], [...baseFilters, ...crudFilters(state)]);
  const sorters = crudSorters(definition, state);
  const requestKey = JSON.stringify([filters, sorters, state.page, state.size]);
  const [appliedKey, setAppliedKey] = useState(requestKey);
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
  // Set during rendering: an effect would render and fetch with half of the new state.
  if (appliedKey !== requestKey) {
    setAppliedKey(requestKey);
    table.setFilters(filters, 'replace');
    table.setSorters(sorters);
    table.setCurrentPage(state.page);
    table.setPageSize(state.size);
  }
  const { tableQuery: query } = table;
  // Deferred: many rows are rendered in slices, and the page stays responsive.
  const data = useDeferredValue(query.data);
  return {
    query,
    /** No rows to show yet. */
    waiting: query.isLoading || (query.isSuccess && !data),
    /** The rows belong to the previous page or search. */
    isStale: query.isPlaceholderData || data !== query.data,
    rows: data?.data ?? [],
    total: data?.total ?? 0,
    ends: (data ?? {}) as PageInfo,
    filters,
    sorters,
  };
}
