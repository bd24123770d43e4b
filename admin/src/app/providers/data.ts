import type { DataProvider } from '@refinedev/core';
import simpleRest from '@refinedev/simple-rest';
import type { ResourceDefinition } from '@contract/resource';
import { STANDARD_FIELDS } from '@contract/resource';
import { changesOf } from '../../kit/changes';
import { listQuery, portions, type Seek } from '../../kit/list-dialect-query';
import { http } from './http';

const API = '/api';
const IDS_PER_CALL = 100;

const base = simpleRest(API, http as never);

/** `meta` of an update: with both, only what differs is sent; `row_version` decides whether a stale row is refused. */
export interface UpdateMeta {
  definition?: ResourceDefinition;
  original?: Readonly<Record<string, unknown>>;
  /** Save over what somebody else saved meanwhile: no `row_version` is sent. */
  overwrite?: boolean;
}

function changedOnly(variables: Record<string, unknown>, meta: UpdateMeta): Record<string, unknown> {
  const { definition, original, overwrite } = meta;
  const version = variables.row_version ?? original?.row_version;
  const changes =
    definition && original
      ? changesOf(definition, original, variables)
      : Object.fromEntries(
          Object.entries(variables).filter(([name]) => !(STANDARD_FIELDS as readonly string[]).includes(name)),
        );
  return overwrite || version === undefined ? changes : { ...changes, row_version: version };
}

/** What a list's answer says beside its rows. */
export interface PageFacts {
  /** false: there are more than `total`. */
  exact?: boolean;
  first?: string;
  last?: string;
}

const seekOf = (meta: unknown): Seek | undefined => (meta as { seek?: Seek } | undefined)?.seek;

/** simple-rest with our http instance; what it loses or flattens is replaced (stack.md, traps). */
export const dataProvider: DataProvider = {
  ...base,

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
    const total = headers['x-total-count'];
    return {
      data,
      total: total === undefined ? data.length : Number(total),
      exact: headers['x-total-count-exact'] !== 'false',
      ...(headers['x-page-first'] && { first: String(headers['x-page-first']) }),
      ...(headers['x-page-last'] && { last: String(headers['x-page-last']) }),
    };
  },

  getMany: async ({ resource, ids }) => {
    const answers = await Promise.all(
      portions(ids, IDS_PER_CALL).map((some) =>
        http.get(`${API}/${resource}?${new URLSearchParams(some.map((id) => ['id', String(id)])).toString()}`),
      ),
    );
    return { data: answers.flatMap((answer) => answer.data) };
  },

  update: async ({ resource, id, variables, meta }) => {
    const body = changedOnly((variables ?? {}) as Record<string, unknown>, (meta ?? {}) as UpdateMeta);
    const { data } = await http.patch(`${API}/${resource}/${encodeURIComponent(id)}`, body);
    return { data };
  },

  getApiUrl: () => API,
};
