import type { CrudFilter } from '@refinedev/core';
import { PAGE_MAX } from '@contract/list-dialect';
import { dataProvider, type PageFacts } from '@/client/data';
import type { Seek } from '@/client/list-dialect-query';

/** More than this at once is refused by every command on many rows (contract.md). */
export const SELECT_MAX = 1000;

/** All rows that a filter leaves, page by page, at most `SELECT_MAX`. Throws `ApiError`. */
export async function matchingRows<T extends object = Record<string, unknown>>(
  resource: string,
  filters: CrudFilter[],
  sorters: { field: string; order: 'asc' | 'desc' }[] = [],
  most: number = SELECT_MAX,
): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  let seek: Seek | undefined;
  for (let page = 1; ; page++) {
    const part = await dataProvider.getList({
      resource,
      filters,
      sorters,
      pagination: { currentPage: page, pageSize: PAGE_MAX, mode: 'server' },
      meta: { seek },
    });
    rows.push(...(part.data as T[]));
    // Where counting stopped a full part has another behind it.
    const { exact = true, last } = part as PageFacts;
    const all = exact ? Math.min(part.total, most) : most;
    seek = last === undefined ? undefined : { way: 'after', key: last };
    if (rows.length >= all || part.data.length < (exact ? 1 : PAGE_MAX))
      return { rows: rows.slice(0, most), total: part.total };
  }
}
