import { useList, type BaseRecord, type CrudSort } from '@refinedev/core';
import type { ApiError } from './api-error';
import { parseFilterQuery } from './data-provider';

/** The first rows that match a query string (`state=assigned&due_on_lte=2026-03-30`), and their total count. */
export const useFirstRows = <R extends BaseRecord>(
  resource: string,
  filterQuery: URLSearchParams | Record<string, string>,
  limit: number,
  sorters: CrudSort[] = [],
) =>
  useList<R, ApiError>({
    resource,
    filters: parseFilterQuery(filterQuery),
    sorters,
    pagination: { currentPage: 1, pageSize: limit },
    errorNotification: false,
  }).query;
