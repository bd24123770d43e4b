import type { CrudFilter, CrudSort, LogicalFilter } from '@refinedev/core';

/**
 * Converts Refine's filters and sorters to the query language of src/contract/list-dialect.ts. Replaces simple-rest's
 * mapping, which turns `gt`, `in`, `null` and `between` into equality.
 */
type QueryPair = readonly [key: string, value: string];

/** A keyset position: the `X-Page-Last` or `X-Page-First` header of a page. */
export interface Seek {
  readonly direction: 'after' | 'before';
  readonly key: string;
}

export interface ListQuery {
  /** The first page is 1. Without it the server sends its maximum in one page. */
  page?: { current: number; size: number };
  sorters?: readonly CrudSort[];
  filters?: readonly CrudFilter[];
  /** Reads the page after or before this row instead of an offset; as fast on the last page as on the first. */
  readonly seek?: Seek;
}

/** Thrown for operators that the API does not support: dropping the filter would return other rows. */
export class UnknownOperatorError extends Error {
  constructor(operator: string) {
    super(`The list dialect has no operator "${operator}".`);
    this.name = 'UnknownOperator';
  }
}

const OPERATOR_SUFFIXES: Partial<Record<LogicalFilter['operator'], string>> = {
  eq: '',
  ne: '_ne',
  gt: '_gt',
  gte: '_gte',
  lt: '_lt',
  lte: '_lte',
  contains: '_like',
  startswith: '_startswith',
};

const asText = (value: unknown): string => String(value);
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function filterToPairs(filter: LogicalFilter): QueryPair[] {
  const { field, operator, value } = filter;
  if (operator === 'null') return [[`${field}_null`, 'true']];
  if (operator === 'nnull') return [[`${field}_null`, 'false']];
  if (value === undefined || value === null || value === '') return [];
  // A repeated plain key means "one of".
  if (operator === 'in' || (operator === 'eq' && Array.isArray(value))) {
    const values = asList(value);
    // "One of nothing" must not become every row: the server refuses the empty value.
    return values.length === 0 ? [[`${field}_in`, '']] : values.map((each) => [field, asText(each)] as const);
  }
  if (operator === 'nin') return asList(value).map((each) => [`${field}_nin`, asText(each)] as const);
  if (operator === 'between') {
    const [from, to] = asList(value);
    return [
      ...(from === undefined || from === null || from === '' ? [] : [[`${field}_gte`, asText(from)] as const]),
      ...(to === undefined || to === null || to === '' ? [] : [[`${field}_lte`, asText(to)] as const]),
    ];
  }
  const suffix = OPERATOR_SUFFIXES[operator];
  if (suffix === undefined) throw new UnknownOperatorError(operator);
  return [[`${field}${suffix}`, asText(value)]];
}

function toQueryPairs(filter: CrudFilter): QueryPair[] {
  if (filter.operator === 'and') return (filter.value as CrudFilter[]).flatMap(toQueryPairs);
  if (filter.operator === 'or') throw new UnknownOperatorError('or');
  return filterToPairs(filter as LogicalFilter);
}

/** `{ page: { current: 2, size: 20 }, sorters: [{ field: 'last_name', order: 'asc' }] }` → `_start=20&_end=40&_sort=…`. */
export function buildListQuery({ page, sorters = [], filters = [], seek }: ListQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (page && seek) {
    query.append('_end', asText(page.size));
    query.append(`_${seek.direction}`, seek.key);
  } else if (page) {
    query.append('_start', asText((page.current - 1) * page.size));
    query.append('_end', asText(page.current * page.size));
  }
  if (sorters.length > 0) {
    query.append('_sort', sorters.map((sorter) => sorter.field).join(','));
    query.append('_order', sorters.map((sorter) => sorter.order).join(','));
  }
  for (const [key, value] of filters.flatMap(toQueryPairs)) query.append(key, value);
  return query;
}

/** Splits distinct ids into chunks, so that `id=…&id=…` stays below the 8 KB limit of a URL (docs/api.md). */
export function chunkDistinct<T>(items: readonly T[], size: number): T[][] {
  const distinct = [...new Set(items)];
  return Array.from({ length: Math.ceil(distinct.length / size) }, (_, index) =>
    distinct.slice(index * size, (index + 1) * size),
  );
}
