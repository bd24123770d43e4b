import type { CrudFilter, CrudSort, LogicalFilter } from '@refinedev/core';

/**
 * Refine's filters and sorters in the query language of src/contract/list-dialect.ts. Pure. Replaces simple-rest's own
 * mapping, which silently turns `gt`, `in`, `null` and `between` into equality.
 */
type QueryPair = readonly [key: string, value: string];

/** What a page said of its own end: `X-Page-Last`, `X-Page-First`. */
export interface Seek {
  readonly way: 'after' | 'before';
  readonly key: string;
}

export interface ListQuery {
  /** First page is 1. Left out: everything the server gives in one page. */
  page?: { current: number; size: number };
  sorters?: readonly CrudSort[];
  filters?: readonly CrudFilter[];
  /** The page behind a row, or before it, instead of the so-many-th: as quick on the last page as on the first. */
  readonly seek?: Seek;
}

/** What the server has no word for is refused here, loudly, instead of answering other rows than were asked for. */
export class UnknownOperator extends Error {
  constructor(operator: string) {
    super(`The list dialect has no operator "${operator}".`);
    this.name = 'UnknownOperator';
  }
}

const PLAIN_SUFFIX: Partial<Record<LogicalFilter['operator'], string>> = {
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

function pairsOfFilter(filter: LogicalFilter): QueryPair[] {
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
  const suffix = PLAIN_SUFFIX[operator];
  if (suffix === undefined) throw new UnknownOperator(operator);
  return [[`${field}${suffix}`, asText(value)]];
}

function pairsOf(filter: CrudFilter): QueryPair[] {
  if (filter.operator === 'and') return (filter.value as CrudFilter[]).flatMap(pairsOf);
  if (filter.operator === 'or') throw new UnknownOperator('or');
  return pairsOfFilter(filter as LogicalFilter);
}

/** `{ page: { current: 2, size: 20 }, sorters: [{ field: 'last_name', order: 'asc' }] }` → `_start=20&_end=40&_sort=…`. */
export function listQuery({ page, sorters = [], filters = [], seek }: ListQuery): URLSearchParams {
  const query = new URLSearchParams();
  if (page && seek) {
    query.append('_end', asText(page.size));
    query.append(`_${seek.way}`, seek.key);
  } else if (page) {
    query.append('_start', asText((page.current - 1) * page.size));
    query.append('_end', asText(page.current * page.size));
  }
  if (sorters.length > 0) {
    query.append('_sort', sorters.map((sorter) => sorter.field).join(','));
    query.append('_order', sorters.map((sorter) => sorter.order).join(','));
  }
  for (const [key, value] of filters.flatMap(pairsOf)) query.append(key, value);
  return query;
}

/** Ids in portions, so that `id=…&id=…` stays below the 8 KB an address may have (contract.md, Bounds). */
export function portions<T>(items: readonly T[], size: number): T[][] {
  const distinct = [...new Set(items)];
  return Array.from({ length: Math.ceil(distinct.length / size) }, (_, index) =>
    distinct.slice(index * size, (index + 1) * size),
  );
}
