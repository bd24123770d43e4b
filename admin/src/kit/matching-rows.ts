import type { CrudFilter } from '@refinedev/core';
import { PAGE_MAX } from '@contract/list-dialect';
import { dataProvider } from '@/app/providers/data';

/** More than this at once is refused by every command on many rows (contract.md). */
export const SELECT_MAX = 1000;

/** All rows that a filter leaves, page by page, at most `SELECT_MAX`. Throws `ApiError`. */
export async function matchingRows<T extends { id?: unknown } = Record<string, unknown>>(
  resource: string,
  filters: CrudFilter[],
  sorters: { field: string; order: 'asc' | 'desc' }[] = [],
  most: number = SELECT_MAX,
): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  for (let page = 1; ; page++) {
    const part = await dataProvider.getList({
      resource,
      filters,
      sorters,
      pagination: { currentPage: page, pageSize: PAGE_MAX, mode: 'server' },
    });
    rows.push(...(part.data as T[]));
    if (rows.length >= Math.min(part.total, most) || part.data.length === 0)
      return { rows: rows.slice(0, most), total: part.total };
  }
}
