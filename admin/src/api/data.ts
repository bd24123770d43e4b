import type { CrudFilter, CrudSort, DataProvider } from '@refinedev/core';
import type { AxiosResponse } from 'axios';
import simpleRest from '@refinedev/simple-rest';
import { PAGE_MAX } from '@contract/list-dialect';
import { listQuery, portions, type Seek } from './list-dialect-query';
import { http } from './http';

const API = '/api';
const IDS_PER_CALL = 100;

const base = simpleRest(API, http as never);

/** How many rows there are, or, where counting stopped, that there are at least so many. */
export interface Counted {
  readonly total: number;
  /** Left out: it is. */
  readonly exact?: boolean | undefined;
}

/** The first few of them. */
export interface Some<R> extends Counted {
  readonly rows: readonly R[];
}

/** What a list's answer says beside its rows. */
export interface PageFacts extends Counted {
  first?: string;
  last?: string;
}

/** @param rows of the page, for an answer that does not count */
export function pageFacts(headers: AxiosResponse['headers'], rows: number): PageFacts {
  const total: unknown = headers['x-total-count'];
  return {
    total: total === undefined ? rows : Number(total),
    exact: headers['x-total-count-exact'] !== 'false',
    ...(headers['x-page-first'] && { first: String(headers['x-page-first']) }),
    ...(headers['x-page-last'] && { last: String(headers['x-page-last']) }),
  };
}

const seekOf = (meta: unknown): Seek | undefined => (meta as { seek?: Seek } | undefined)?.seek;

/**
 * simple-rest with our http instance; what it loses or flattens is replaced (stack.md, traps). No `meta` reaches it: that
 * may name another method and other headers, and Refine's hooks put into it what a caller did not write.
 */
export const dataProvider: DataProvider = {
  ...base,

  getOne: ({ meta: _unheard, id, ...asked }) => base.getOne({ ...asked, id: encodeURIComponent(id) }),

  create: ({ meta: _unheard, ...asked }) => base.create(asked),

  deleteOne: ({ meta: _unheard, id, ...asked }) => base.deleteOne({ ...asked, id: encodeURIComponent(id) }),

  getList: async ({ resource, pagination, sorters, filters, meta }) => {
    const { currentPage = 1, pageSize = 20, mode = 'server' } = pagination ?? {};
    const query = listQuery({
      ...(mode === 'server' && { page: { current: currentPage, size: pageSize } }),
      ...(sorters && { sorters }),
      ...(filters && { filters }),
      ...(seekOf(meta) && { seek: seekOf(meta)! }),
    });
    const signal = (meta?.queryContext as { signal?: AbortSignal } | undefined)?.signal;
    const { data, headers } = await http.get(`${API}/${resource}?${query.toString()}`, signal && { signal });
    return { data, ...pageFacts(headers, data.length) };
  },

  getMany: async ({ resource, ids }) => {
    const answers = await Promise.all(
      portions(ids, IDS_PER_CALL).map((some) =>
        http.get(`${API}/${resource}?${new URLSearchParams(some.map((id) => ['id', String(id)])).toString()}`),
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

/** The filters of a list from its query string (`state=assigned&due_on_lte=2026-03-30`). */
export function filtersOf(narrow: URLSearchParams | Record<string, string>): CrudFilter[] {
  const params = new URLSearchParams(narrow);
  return [...new Set(params.keys())].map((field) => ({ field, operator: 'in', value: params.getAll(field) }));
}

/**
 * The first few rows that a list has where its address says so (`state=assigned&due_on_lte=2026-03-30`), and how many
 * there are of them. Throws `ApiError`.
 */
export async function firstRows<R>(
  resource: string,
  narrow: URLSearchParams | Record<string, string>,
  few: number,
  sorters: CrudSort[] = [],
): Promise<Some<R>> {
  const { data, ...counted } = await dataProvider.getList({
    resource,
    filters: filtersOf(narrow),
    sorters,
    pagination: { currentPage: 1, pageSize: few },
  });
  return { rows: data as unknown as R[], ...counted };
}

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
