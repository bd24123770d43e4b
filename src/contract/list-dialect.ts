/**
 * Query parameters of every list under /api: json-server as @refinedev/simple-rest sends it, plus missing operators,
 * e.g. `_start=0&_end=20&_sort=last_name&_order=asc&status=active&joined_gte=2025-01-01&q=ann`. A repeated plain key
 * means "one of". Unknown keys, fields and operators are rejected with 400 (docs/api.md).
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

/** Lists with a tree reference (`treeReferencesOf`): `false` excludes descendants. Default: true. */
export const INCLUDE_DESCENDANTS_KEY = 'include_below';

export const PAGE_MAX = 200;
export const PAGE_DEFAULT = 20;
/** Larger totals are not counted exactly. */
export const EXACT_COUNT_MAX = 10_000;
export const LIST_CONTROL_KEYS = ['_start', '_end', '_sort', '_order', '_after', '_before', 'q', 'id'] as const;
