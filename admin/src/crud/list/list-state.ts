import type { CrudFilter, LogicalFilter } from '@refinedev/core';
import type { Field } from '@contract/fields';
import { isNullable, type ResourceDefinition } from '@contract/resource';
import type { Seek } from '@/api/list-dialect-query';

/**
 * A list's state and its address, both ways. Pure. The address is the dialect itself plus `page`, `size` and `sort`:
 * `?q=ann&status=active&status=invited&joined_gte=2024-01-01&sort=last_name,-first_name&page=2`. What equals the
 * default is left out, so the menu's bare address is the reset; what is not understood is dropped, never guessed.
 */
export interface FieldFilter {
  readonly field: string;
  readonly operator: 'in' | 'contains' | 'gte' | 'lte' | 'null';
  /** `in`: the values; `null`: `['true']` is empty, `['false']` is filled; otherwise one. */
  readonly values: readonly string[];
}

export interface Sorting {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface ListState {
  /** First page is 1. */
  readonly page: number;
  readonly size: number;
  readonly q: string;
  /** Empty: the definition's default sort. */
  readonly sort: readonly Sorting[];
  readonly filters: readonly FieldFilter[];
  /** Beyond the tenth page: where the page beside this one ended, so that no row before it is read again. */
  readonly seek?: Seek;
}

/** The values of a field's filter with this operator. */
export const valuesOf = (filters: readonly FieldFilter[], operator: FieldFilter['operator']) =>
  filters.find((filter) => filter.operator === operator)?.values ?? [];

/** The one currency to which a list is filtered; amounts of another have other decimals. */
export function currencyOf(filters: readonly FieldFilter[]): string | undefined {
  const ofCurrency = filters.filter(({ field }) => field === 'currency');
  return [...valuesOf(ofCurrency, 'contains'), ...valuesOf(ofCurrency, 'in')][0]?.toUpperCase();
}

export const PAGE_SIZES = [20, 50, 100, 200] as const;
const DEFAULT_SIZE = 20;
/** Up to here a page is found by its number. */
const SEEK_FROM = 10;
const WAYS = ['after', 'before'] as const;

/** What a page's answer said of its own ends. */
export interface PageEnds {
  readonly first?: string | undefined;
  readonly last?: string | undefined;
}
/** How the page that lies beside this one is found, where that is not by its number. */
export function seekTo(from: number, page: number, ends: PageEnds): Seek | undefined {
  const way = page === from + 1 ? 'after' : page === from - 1 ? 'before' : undefined;
  const key = way === 'after' ? ends.last : way === 'before' ? ends.first : undefined;
  return way && key && page > SEEK_FROM ? { way, key } : undefined;
}
/** … and what an address says of it. */
export function readSeek(page: number, query: URLSearchParams): Seek | undefined {
  const way = WAYS.find((each) => page > SEEK_FROM && query.get(each));
  return way && { way, key: query.get(way)! };
}

const SUFFIXES = { contains: '_like', gte: '_gte', lte: '_lte', null: '_null' } as const;

/** Which of the operators a kind offers; they are what its filter control can show again from an address. */
function operatorsOf(field: Field): readonly FieldFilter['operator'][] {
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

function keyOfFilter(field: string, operator: FieldFilter['operator']): string {
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
    operatorsOf(field)
      .map((operator): FieldFilter => ({
        field: name,
        operator,
        values: query.getAll(keyOfFilter(name, operator)).filter(Boolean),
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

/** Writes the state into `current`, leaving alone what is not the list's (`edit`, `show`, another part's keys). */
export function writeListState(
  definition: ResourceDefinition,
  state: ListState,
  current: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const key of ['page', 'size', 'q', 'sort', ...WAYS]) next.delete(key);
  for (const [name, field] of filterableFields(definition)) {
    for (const operator of operatorsOf(field)) next.delete(keyOfFilter(name, operator));
  }
  if (state.q) next.set('q', state.q);
  for (const { field, operator, values } of state.filters) {
    for (const value of values) next.append(keyOfFilter(field, operator), value);
  }
  if (state.sort.length > 0) {
    next.set('sort', state.sort.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)).join(','));
  }
  if (state.page > 1) next.set('page', String(state.page));
  if (state.seek && state.page > SEEK_FROM) next.set(state.seek.way, state.seek.key);
  if (state.size !== DEFAULT_SIZE) next.set('size', String(state.size));
  return next;
}

/** As Refine's data hooks take them. */
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
 * What a click on a column's head makes of the sort: up, down, back to the default. `adding` (Shift) keeps the other
 * columns' order and puts this one behind them.
 */
export function sortedBy(sort: readonly Sorting[], field: string, adding: boolean): Sorting[] {
  const own = sort.find((each) => each.field === field);
  const next: Sorting[] = !own ? [{ field, order: 'asc' }] : own.order === 'asc' ? [{ field, order: 'desc' }] : [];
  if (!adding) return next;
  if (!own) return [...sort, ...next];
  return sort.flatMap((each) => (each.field === field ? next : [each]));
}

/** Replaces the filters of one field; an empty list takes them away. Always back to page 1. */
export function withFieldFilters(state: ListState, field: string, filters: readonly FieldFilter[]): ListState {
  const used = filters.filter(({ values }) => values.some(Boolean));
  const index = state.filters.findIndex((each) => each.field === field);
  const others = state.filters.filter((each) => each.field !== field);
  const at = index < 0 ? others.length : index;
  return narrowedBy(state, { filters: [...others.slice(0, at), ...used, ...others.slice(at)] });
}

/** Other rows, or in another order: from the first page on, for where a page ended was said of those before. Pure. */
export function narrowedBy({ seek: _left, ...state }: ListState, other: Partial<ListState>): ListState {
  return { ...state, ...other, page: 1 };
}

export const isNarrowed = (state: ListState): boolean => state.q !== '' || state.filters.length > 0;

/** The state of another page. One that lies beside this one begins where this one ends, or ends where it begins. */
export function turnedTo({ seek: _left, ...state }: ListState, page: number, ends: PageEnds): ListState {
  const seek = seekTo(state.page, page, ends);
  return { ...state, page, ...(seek && { seek }) };
}
