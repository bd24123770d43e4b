import type { CrudFilter, LogicalFilter } from '@refinedev/core';
import type { Field } from '@contract/fields';
import { isNullable, type ResourceDefinition } from '@contract/resource';
import type { Seek } from '@/api/list-dialect-query';

/**
 * Converts the state of a list from and to its address: the list dialect plus `page`, `size` and `sort`:
 * `?q=ann&status=active&status=invited&joined_gte=2024-01-01&sort=last_name,-first_name&page=2`. Default values are
 * left out, so that the bare address resets the list; unknown values are dropped.
 */
export interface FieldFilter {
  readonly field: string;
  readonly operator: 'in' | 'contains' | 'gte' | 'lte' | 'null';
  /** `in`: the values; `null`: `['true']` is empty, `['false']` is filled; otherwise one value. */
  readonly values: readonly string[];
}

export interface Sorting {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface ListState {
  /** The first page is 1. */
  readonly page: number;
  readonly size: number;
  readonly q: string;
  /** Empty: the definition's default sort. */
  readonly sort: readonly Sorting[];
  readonly filters: readonly FieldFilter[];
  /** Beyond page 10: the keyset position of the neighbouring page. */
  readonly seek?: Seek;
}

/** The values of the filter with this operator. */
export const filterValues = (filters: readonly FieldFilter[], operator: FieldFilter['operator']) =>
  filters.find((filter) => filter.operator === operator)?.values ?? [];

/** The currency that the list is filtered to; other currencies may have other decimals. */
export function currencyOf(filters: readonly FieldFilter[]): string | undefined {
  const currencyFilters = filters.filter(({ field }) => field === 'currency');
  return [...filterValues(currencyFilters, 'contains'), ...filterValues(currencyFilters, 'in')][0]?.toUpperCase();
}

export const PAGE_SIZES = [20, 50, 100, 200] as const;
const DEFAULT_SIZE = 20;
/** Pages up to this one use an offset. */
const SEEK_FROM = 10;
const SEEK_DIRECTIONS = ['after', 'before'] as const;

/** First and last key of a page. */
export interface PageEnds {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}
/** The keyset position of a neighbouring page; undefined if the page uses an offset. */
export function seekForPage(from: number, page: number, ends: PageEnds): Seek | undefined {
  const direction = page === from + 1 ? 'after' : page === from - 1 ? 'before' : undefined;
  const key = direction === 'after' ? ends.last : direction === 'before' ? ends.first : undefined;
  return direction && key && page > SEEK_FROM ? { direction, key } : undefined;
}
/** Reads the keyset position from an address. */
export function readSeek(page: number, query: URLSearchParams): Seek | undefined {
  const direction = SEEK_DIRECTIONS.find((each) => page > SEEK_FROM && query.get(each));
  return direction && { direction, key: query.get(direction)! };
}

const SUFFIXES = { contains: '_like', gte: '_gte', lte: '_lte', null: '_null' } as const;

/** The operators of a kind; its filter editor can restore each from an address. */
function supportedOperators(field: Field): readonly FieldFilter['operator'][] {
  switch (field.kind) {
    case 'choice':
    case 'flag':
      return ['in'];
    case 'ref':
      return ['in', 'null'];
    case 'whole':
    case 'money':
    case 'level':
      return ['gte', 'lte'];
    case 'day':
    case 'instant':
      return isNullable(field) ? ['gte', 'lte', 'null'] : ['gte', 'lte'];
    default:
      return ['contains', 'in'];
  }
}

export function filterableFields(definition: ResourceDefinition): [string, Field][] {
  return Object.entries(definition.fields).filter(([, field]) => field.filter);
}

function filterKey(field: string, operator: FieldFilter['operator']): string {
  return operator === 'in' ? field : field + SUFFIXES[operator];
}

export function readListState(definition: ResourceDefinition, query: URLSearchParams): ListState {
  const size = Number(query.get('size'));
  const page = Number(query.get('page'));
  const sort = (query.get('sort') ?? '')
    .split(',')
    .map((word): Sorting => ({ field: word.replace(/^-/, ''), order: word.startsWith('-') ? 'desc' : 'asc' }))
    .filter(({ field }) => Boolean(definition.fields[field]?.sort));
  const filters = filterableFields(definition).flatMap(([name, field]) =>
    supportedOperators(field)
      .map((operator): FieldFilter => ({
        field: name,
        operator,
        values: query.getAll(filterKey(name, operator)).filter(Boolean),
      }))
      .filter(({ values }) => values.length > 0),
  );
  const seek = readSeek(page, query);
  return {
    ...(seek && { seek }),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    size: (PAGE_SIZES as readonly number[]).includes(size) ? size : DEFAULT_SIZE,
    q: query.get('q') ?? '',
    sort,
    filters,
  };
}

/** Writes the state into `current`; keys of other parts (`edit`, `show`) are kept. */
export function writeListState(
  definition: ResourceDefinition,
  state: ListState,
  current: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const key of ['page', 'size', 'q', 'sort', ...SEEK_DIRECTIONS]) next.delete(key);
  for (const [name, field] of filterableFields(definition)) {
    for (const operator of supportedOperators(field)) next.delete(filterKey(name, operator));
  }
  if (state.q) next.set('q', state.q);
  for (const { field, operator, values } of state.filters) {
    for (const value of values) next.append(filterKey(field, operator), value);
  }
  if (state.sort.length > 0) {
    next.set('sort', state.sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(','));
  }
  if (state.page > 1) next.set('page', String(state.page));
  if (state.seek && state.page > SEEK_FROM) next.set(state.seek.direction, state.seek.key);
  if (state.size !== DEFAULT_SIZE) next.set('size', String(state.size));
  return next;
}

/** The filters in Refine's format. */
export function crudFilters(state: ListState): CrudFilter[] {
  const fields = state.filters.map(({ field, operator, values }): LogicalFilter => {
    if (operator === 'in') return { field, operator: 'in', value: [...values] };
    if (operator === 'null') return { field, operator: values[0] === 'false' ? 'nnull' : 'null', value: true };
    return { field, operator, value: values[0] };
  });
  return state.q ? [{ field: 'q', operator: 'eq', value: state.q }, ...fields] : fields;
}

export function crudSorters(
  definition: ResourceDefinition,
  state: ListState,
): { field: string; order: 'asc' | 'desc' }[] {
  return state.sort.length > 0
    ? state.sort.map((each) => ({ ...each }))
    : definition.default_sort.map(([field, order]) => ({ field, order }));
}

/**
 * The next sort after a click on a column head: ascending, descending, default. `adding` (Shift) keeps the other
 * columns and appends this one.
 */
export function nextSort(sort: readonly Sorting[], field: string, adding: boolean): Sorting[] {
  const own = sort.find((each) => each.field === field);
  const next: Sorting[] = !own ? [{ field, order: 'asc' }] : own.order === 'asc' ? [{ field, order: 'desc' }] : [];
  if (!adding) return next;
  if (!own) return [...sort, ...next];
  return sort.flatMap((each) => (each.field === field ? next : [each]));
}

/** Replaces the filters of one field; an empty list removes them. Resets to page 1. */
export function withFieldFilters(state: ListState, field: string, filters: readonly FieldFilter[]): ListState {
  const used = filters.filter(({ values }) => values.some(Boolean));
  const index = state.filters.findIndex((each) => each.field === field);
  const others = state.filters.filter((each) => each.field !== field);
  const at = index < 0 ? others.length : index;
  return withFirstPage(state, { filters: [...others.slice(0, at), ...used, ...others.slice(at)] });
}

/** Changes the state and resets to page 1: keyset positions are valid only for the same rows and order. */
export function withFirstPage({ seek: _seek, ...state }: ListState, other: Partial<ListState>): ListState {
  return { ...state, ...other, page: 1 };
}

export const isFiltered = (state: ListState): boolean => state.q !== '' || state.filters.length > 0;

/** The state of another page; neighbouring pages get a keyset position. */
export function withPage({ seek: _seek, ...state }: ListState, page: number, ends: PageEnds): ListState {
  const seek = seekForPage(state.page, page, ends);
  return { ...state, page, ...(seek && { seek }) };
}
