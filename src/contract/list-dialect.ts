/**
 * The query language of every list under /api (json-server, as @refinedev/simple-rest sends it, plus the operators it
 * lacks): `_start=0&_end=20&_sort=last_name&_order=asc&status=active&joined_gte=2025-01-01&q=ann`.
 * A repeated plain key means "one of". Unknown keys, fields and operators are refused with 400.
 */
export const LIST_OPERATORS = [
  'ne',
  'gte',
  'lte',
  'gt',
  'lt',
  'like',
  'startswith',
  'in',
  'nin',
  'null',
  'between',
] as const;
export type ListOperator = 'eq' | (typeof LIST_OPERATORS)[number];

/**
 * Of a list with a reference to a tree (`treeReferencesOf`): `false` takes the ids of its filters alone. Left out or
 * `true`: with all that is below them.
 */
export const INCLUDE_BELOW = 'include_below';

export const PAGE_MAX = 200;
export const PAGE_DEFAULT = 20;
/** Counted exactly up to here. */
export const COUNT_MAX = 10_000;
export const LIST_CONTROL_KEYS = ['_start', '_end', '_sort', '_order', '_after', '_before', 'q', 'id'] as const;
