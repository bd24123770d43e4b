import type { CrudFilter, CrudSort, DataProvider } from '@refinedev/core';
import type { AxiosResponse } from 'axios';
import simpleRest from '@refinedev/simple-rest';
import { PAGE_MAX } from '@contract/list-dialect';
import { buildListQuery, chunkDistinct, type Seek } from './list-dialect-query';
import { http } from './http';

const API = '/api';
const IDS_PER_CALL = 100;

const base = simpleRest(API, http as never);

/** Number of rows. If the server stopped counting, `exact` is false and `total` is a lower bound. */
export interface TotalCount {
  readonly total: number;
  /** Defaults to true. */
  readonly exact?: boolean | undefined;
}

/** The first rows of a list and their total count. */
export interface FirstRows<R> extends TotalCount {
  readonly rows: readonly R[];
}

/** Metadata of a list answer, from its headers. */
export interface PageInfo extends TotalCount {
  first?: string;
  last?: string;
}

/** @param rows number of rows on the page; the total if the answer has no count header */
export function readPageInfo(headers: AxiosResponse['headers'], rows: number): PageInfo {
  const total: unknown = headers['x-total-count'];
  return {
    total: total === undefined ? rows : Number(total),
    exact: headers['x-total-count-exact'] !== 'false',
    ...(headers['x-page-first'] && { first: String(headers['x-page-first']) }),
    ...(headers['x-page-last'] && { last: String(headers['x-page-last']) }),
  };
}

const getSeek = (meta: unknown): Seek | undefined => (meta as { seek?: Seek } | undefined)?.seek;

/**
 * simple-rest with our axios instance; calls that lose filter operators are replaced. `meta` is dropped: simple-rest
 * takes method and headers from it, and Refine's hooks add URL parameters to it.
 */
export const dataProvider: DataProvider = {
  ...base,

  getOne: ({ meta: _meta, id, ...params }) => base.getOne({ ...params, id: encodeURIComponent(id) }),

  create: ({ meta: _meta, ...params }) => base.create(params),

  deleteOne: ({ meta: _meta, id, ...params }) => base.deleteOne({ ...params, id: encodeURIComponent(id) }),

  getList: async ({ resource, pagination, sorters, filters, meta }) => {
    const { currentPage = 1, pageSize = 20, mode = 'server' } = pagination ?? {};
    const query = buildListQuery({
      ...(mode === 'server' && { page: { current: currentPage, size: pageSize } }),
      ...(sorters && { sorters }),
      ...(filters && { filters }),
      ...(getSeek(meta) && { seek: getSeek(meta)! }),
    });
    const signal = (meta?.queryContext as { signal?: AbortSignal } | undefined)?.signal;
    const { data, headers } = await http.get(`${API}/${resource}?${query.toString()}`, signal && { signal });
    return { data, ...readPageInfo(headers, data.length) };
  },

  getMany: async ({ resource, ids }) => {
    const answers = await Promise.all(
      chunkDistinct(ids, IDS_PER_CALL).map((chunkIds) =>
        http.get(`${API}/${resource}?${new URLSearchParams(chunkIds.map((id) => ['id', String(id)])).toString()}`),
      ),
    );
    return { data: answers.flatMap((answer) => answer.data) };
  },

  update: async ({ resource, id, variables }) => {
    const { data } = await http.patch(`${API}/${resource}/${encodeURIComponent(id)}`, variables);
    return { data };
  },

  getApiUrl: () => API,
};

/** Parses a list's query string (`state=assigned&due_on_lte=2026-03-30`) into filters. */
export function parseFilterQuery(filterQuery: URLSearchParams | Record<string, string>): CrudFilter[] {
  const params = new URLSearchParams(filterQuery);
  return [...new Set(params.keys())].map((field) => ({ field, operator: 'in', value: params.getAll(field) }));
}

/** Fetches the first rows that match a query string (`state=assigned&due_on_lte=2026-03-30`). Throws `ApiError`. */
export async function fetchFirstRows<R>(
  resource: string,
  filterQuery: URLSearchParams | Record<string, string>,
  limit: number,
  sorters: CrudSort[] = [],
): Promise<FirstRows<R>> {
  const { data, ...totalCount } = await dataProvider.getList({
    resource,
    filters: parseFilterQuery(filterQuery),
    sorters,
    pagination: { currentPage: 1, pageSize: limit },
  });
  return { rows: data as unknown as R[], ...totalCount };
}

/** Limit of the bulk commands; the server refuses more rows in one call. */
export const SELECT_MAX = 1000;

/** Fetches all rows that match the filters, page by page, `SELECT_MAX` at most. Throws `ApiError`. */
export async function fetchMatchingRows<T extends object = Record<string, unknown>>(
  resource: string,
  filters: CrudFilter[],
  sorters: { field: string; order: 'asc' | 'desc' }[] = [],
  limit: number = SELECT_MAX,
): Promise<{ rows: T[]; total: number }> {
  const rows: T[] = [];
  let seek: Seek | undefined;
  for (let page = 1; ; page++) {
    const pageResult = await dataProvider.getList({
      resource,
      filters,
      sorters,
      pagination: { currentPage: page, pageSize: PAGE_MAX, mode: 'server' },
      meta: { seek },
    });
    rows.push(...(pageResult.data as T[]));
    // Without an exact count, a full page means that there may be another one.
    const { exact = true, last } = pageResult as PageInfo;
    const all = exact ? Math.min(pageResult.total, limit) : limit;
    seek = last === undefined ? undefined : { direction: 'after', key: last };
    if (rows.length >= all || pageResult.data.length < (exact ? 1 : PAGE_MAX))
      return { rows: rows.slice(0, limit), total: pageResult.total };
  }
}
