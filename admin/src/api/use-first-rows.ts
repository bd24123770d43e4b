import { useList, type BaseRecord, type CrudSort } from '@refinedev/core';
import type { ApiError } from './api-error';
import { filtersOf } from './data';

/**
 * The first few rows that a list has where its address says so (`state=assigned&due_on_lte=2026-03-30`), and how many
 * there are of them.
 */
export const useFirstRows = <R extends BaseRecord>(
  resource: string,
  narrow: URLSearchParams | Record<string, string>,
  few: number,
  sorters: CrudSort[] = [],
) =>
  useList<R, ApiError>({
    resource,
    filters: filtersOf(narrow),
    sorters,
    pagination: { currentPage: 1, pageSize: few },
    errorNotification: false,
  }).query;
