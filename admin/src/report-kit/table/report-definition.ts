import type { FieldKind } from '@contract/fields';
import type { Priority } from '@/crud/list/column-fit';
import type { Seek } from '@/api/list-dialect-query';
import { readSeek, type PageEnds } from '@/crud/list/list-state';

/** How a report's value is shown: a field's kind, or one of the kinds only reports have. */
export type ReportKind =
  | Extract<FieldKind, 'text' | 'whole' | 'day' | 'instant' | 'level' | 'money'>
  | 'code'
  | 'choice'
  | 'minutes'
  | 'ref'
  | 'percent'
  | 'duration'
  | 'status';

export interface ReportColumn {
  readonly name: string;
  readonly labelKey: string;
  readonly kind: ReportKind;
  readonly align?: 'start' | 'end';
  /** Pixels. */
  readonly width?: number;
  readonly sort?: boolean;
  /** 1: what the report is for; 3 leaves first where there is no room (column-fit.ts). 2 when not said. */
  readonly priority?: Priority;
  /** `status` and `choice`: `<choicesKey>.<value>` is the text. */
  readonly choicesKey?: string;
  /** `ref`: the resource whose row is named. */
  readonly resource?: string;
}

/**
 * A filter of the report's bar. `name` is the specification's word and stands in the address as it is (reports.md §4):
 * fdate, tdate, staff_id, skil_code.
 */
export interface ReportFilter {
  readonly name: string;
  /** What the API calls it, where it has another word than the address. */
  readonly param?: string;
  readonly labelKey: string;
  readonly kind: 'day' | 'ref' | 'choice' | 'flag';
  /** `ref`: the resource to choose from. */
  readonly resource?: string;
  /** `ref`: the field whose value stands in the address instead of the id (`skil_code` → skill_code). */
  readonly valueField?: string;
  readonly choices?: readonly { readonly value: string; readonly labelKey: string }[];
}

export interface ReportDefinition {
  readonly name: string;
  /** `GET` this with the filters, `_start`, `_end`, `_sort`, `_order`. */
  readonly path: string;
  readonly titleKey: string;
  readonly sentenceKey: string;
  /** Printed below the table: what is counted, and when. Gets the filters as values. */
  readonly definitionKey: string;
  readonly emptyKey: string;
  readonly columns: readonly ReportColumn[];
  readonly filters: readonly ReportFilter[];
  readonly default_sort?: { readonly field: string; readonly order: 'asc' | 'desc' };
  /** The server sorts it, an export too: the report's own order either way round. */
  readonly exports_order?: boolean;
}

export type ReportRow = Readonly<Record<string, unknown>>;

export interface ReportAnswer extends PageEnds {
  readonly rows: readonly ReportRow[];
  /** All rows in their order, of a report that has them at once. */
  readonly whole?: readonly ReportRow[];
  /** How many rows the report has, not this page. */
  readonly total: number;
  /** false: there are more than `total`. */
  readonly exact?: boolean;
  /** Values by column name for the row of totals; a column without one stays empty. */
  readonly totals?: ReportRow;
  /** The window the server used where the filters left it open: `{fdate, tdate}`. */
  readonly window?: Readonly<Record<string, string>>;
}

/** Fetches a part of a report. The default asks `definition.path`; a report with another shape gives its own. */
export type ReportLoader = (query: URLSearchParams) => Promise<ReportAnswer>;

const PAGE = 50;

export interface ReportState {
  readonly filters: Readonly<Record<string, string>>;
  readonly page: number;
  /** How a page far down is found: behind the one before it, or before the one behind it. */
  readonly seek?: Seek | undefined;
  /** Chosen in the address; without it the server sorts by the report's own default. */
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | undefined;
}

/** The report's state from its address, unknown keys left out. Pure. */
export function readReportState(definition: ReportDefinition, query: URLSearchParams): ReportState {
  const word = query.get('sort') ?? '';
  const field = word.replace(/^-/, '');
  const sortable = definition.columns.some((column) => column.name === field && column.sort);
  const page = Number(query.get('page'));
  return {
    filters: Object.fromEntries(
      definition.filters.flatMap(({ name }) => {
        const value = query.get(name);
        return value ? [[name, value]] : [];
      }),
    ),
    page: Number.isInteger(page) && page > 0 ? page : 1,
    seek: readSeek(page, query),
    sort: sortable ? { field, order: word.startsWith('-') ? 'desc' : 'asc' } : undefined,
  };
}

/** Where in the report somebody stands. */
export const PLACE = ['page', 'after', 'before'] as const;

/** Sets one filter in the address and goes back to the first page. Pure. */
export function withReportFilter(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const key of PLACE) next.delete(key);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** What is asked of the server. `all`: every row, for an export. Pure. */
export function reportQuery(
  definition: ReportDefinition,
  state: ReportState,
  all?: { from: number; to: number },
): URLSearchParams {
  const query = new URLSearchParams(
    definition.filters.flatMap(({ name, param }) => {
      const value = state.filters[name];
      return value ? [[param ?? name, value]] : [];
    }),
  );
  const from = all?.from ?? (state.page - 1) * PAGE;
  if (state.seek && !all) {
    query.set('_end', String(PAGE));
    query.set(`_${state.seek.way}`, state.seek.key);
  } else {
    query.set('_start', String(from));
    query.set('_end', String(all?.to ?? from + PAGE));
  }
  if (state.sort) {
    query.set('_sort', state.sort.field);
    query.set('_order', state.sort.order);
  }
  return query;
}

/** The filters alone, and which way round the report's own order is asked for. Pure. */
export function exportQuery(definition: ReportDefinition, state: ReportState): URLSearchParams {
  const query = reportQuery(definition, { ...state, sort: undefined }, { from: 0, to: 0 });
  query.delete('_start');
  query.delete('_end');
  if (definition.exports_order && state.sort?.field === definition.default_sort?.field && state.sort)
    query.set('_order', state.sort.order);
  return query;
}

export const REPORT_PAGE = PAGE;

/** `fdate` after `tdate` would be refused by the server; the bar says so beforehand. Pure. */
export const isReversed = (filters: Readonly<Record<string, string>>): boolean =>
  Boolean(filters.fdate && filters.tdate && filters.fdate > filters.tdate);

/** A report as the contract states it (src/contract/reports.ts): what the server answers and which keys it takes. */
interface ContractReport {
  readonly name: string;
  readonly path: string;
  readonly columns: readonly Pick<ReportColumn, 'name' | 'kind' | 'resource' | 'width' | 'priority'>[];
  readonly filters: readonly {
    readonly name: string;
    readonly kind: ReportFilter['kind'];
    readonly resource?: string;
    readonly choices?: readonly string[];
  }[];
  readonly sorts?: readonly string[];
  readonly default_sort: readonly (readonly [string, 'asc' | 'desc'])[];
}

/** The specification's words in the address for the API's (reports.md §4); a skill stands there by its code. */
const ADDRESS: Readonly<Record<string, Partial<ReportFilter> & { name: string }>> = {
  from: { name: 'fdate' },
  to: { name: 'tdate' },
  skill_id: { name: 'skil_code', param: 'skill_code', valueField: 'skill_code' },
};

/** The bar's filters from the contract's, with their texts `reports.filters.<filter>`. Pure. */
export const filtersOf = (filters: ContractReport['filters']): ReportFilter[] =>
  filters.map((filter) => ({
    param: filter.name,
    ...(ADDRESS[filter.name] ?? { name: filter.name }),
    labelKey: `reports.filters.${filter.name}`,
    kind: filter.kind,
    ...(filter.resource && { resource: filter.resource }),
    ...(filter.choices && {
      choices: filter.choices.map((value) => ({ value, labelKey: `reports.choices.${filter.name}.${value}` })),
    }),
  }));

/**
 * A contract report with its texts: `reports.<name>.{title,sentence,definition,empty}`, `reports.columns.<column>`,
 * `reports.filters.<filter>`, `reports.choices.<column>.<value>`. Pure.
 */
export function reportOf(contract: ContractReport): ReportDefinition {
  const own = `reports.${contract.name}`;
  const first = contract.default_sort[0];
  return {
    name: contract.name,
    path: `/api/${contract.path}`,
    titleKey: `${own}.title`,
    sentenceKey: `${own}.sentence`,
    definitionKey: `${own}.definition`,
    emptyKey: `${own}.empty`,
    columns: contract.columns.map((column) => ({
      ...column,
      labelKey: `reports.columns.${column.name}`,
      sort: contract.sorts?.includes(column.name) ?? true,
      ...(column.kind === 'choice' && { choicesKey: `reports.choices.${column.name}` }),
      ...(column.kind === 'status' && { choicesKey: 'kit.cell_status' }),
    })),
    filters: filtersOf(contract.filters),
    exports_order: Boolean(contract.sorts?.length),
    ...(first && { default_sort: { field: first[0], order: first[1] } }),
  };
}
