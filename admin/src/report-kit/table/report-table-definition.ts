import type { FieldKind } from '@contract/fields';
import type { Priority } from '@/crud/list/column-fit';
import type { Seek } from '@/api/list-dialect-query';
import { readSeek, type PageEnds } from '@/crud/list/list-state';

/** Kind of a report's value: a field's kind, or one that only reports have. */
export type ReportKind =
  | Extract<FieldKind, 'text' | 'whole' | 'day' | 'instant' | 'level' | 'money'>
  | 'code'
  | 'choice'
  | 'minutes'
  | 'ref'
  | 'percent'
  | 'duration'
  | 'status';

export interface ReportTableColumn {
  readonly name: string;
  readonly labelKey: string;
  readonly kind: ReportKind;
  readonly align?: 'start' | 'end';
  /** Pixels. */
  readonly width?: number;
  readonly sort?: boolean;
  /** 1 is always shown; 3 is hidden first if there is not enough space (column-fit.ts). Defaults to 2. */
  readonly priority?: Priority;
  /** `status` and `choice`: texts are `<choicesKey>.<value>`. */
  readonly choicesKey?: string;
  /** `ref`: the resource of the row. */
  readonly resource?: string;
}

/** A filter of the report. `name` is the specification's name in the address: fdate, tdate, staff_id, skil_code. */
export interface ReportFilter {
  readonly name: string;
  /** Name of the API parameter, if it differs. */
  readonly param?: string;
  readonly labelKey: string;
  readonly kind: 'day' | 'ref' | 'choice' | 'flag';
  /** `ref`: the resource to choose from. */
  readonly resource?: string;
  /** `ref`: the field used as value instead of the id (`skil_code` → skill_code). */
  readonly valueField?: string;
  readonly choices?: readonly { readonly value: string; readonly labelKey: string }[];
}

export interface ReportTableDefinition {
  readonly name: string;
  /** Requested with the filters, `_start`, `_end`, `_sort`, `_order`. */
  readonly path: string;
  readonly titleKey: string;
  readonly sentenceKey: string;
  /** Explanation below the table; gets the filters as values. */
  readonly definitionKey: string;
  readonly emptyKey: string;
  readonly columns: readonly ReportTableColumn[];
  readonly filters: readonly ReportFilter[];
  readonly default_sort?: { readonly field: string; readonly order: 'asc' | 'desc' };
  /** The export follows the direction of the default sort. */
  readonly exports_order?: boolean;
}

export type ReportRow = Readonly<Record<string, unknown>>;

export interface ReportAnswer extends PageEnds {
  readonly rows: readonly ReportRow[];
  /** All sorted rows, if the loader has them. */
  readonly whole?: readonly ReportRow[];
  /** Total number of rows. */
  readonly total: number;
  /** false: there are more than `total`. */
  readonly exact?: boolean;
  /** Totals by column name. */
  readonly totals?: ReportRow;
  /** The default window that the server used: `{fdate, tdate}`. */
  readonly window?: Readonly<Record<string, string>>;
}

/** Loads a page of a report. The default requests `definition.path`. */
export type ReportLoader = (query: URLSearchParams) => Promise<ReportAnswer>;

const PAGE_SIZE = 50;

export interface ReportState {
  readonly filters: Readonly<Record<string, string>>;
  readonly page: number;
  /** Keyset position of a page beyond the tenth. */
  readonly seek?: Seek | undefined;
  /** Undefined: the server uses the default sort. */
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | undefined;
}

/** Parses the report's state from its address; unknown keys are ignored. */
export function readReportState(definition: ReportTableDefinition, query: URLSearchParams): ReportState {
  const sortParam = query.get('sort') ?? '';
  const field = sortParam.replace(/^-/, '');
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
    sort: sortable ? { field, order: sortParam.startsWith('-') ? 'desc' : 'asc' } : undefined,
  };
}

/** The paging keys of the address. */
export const PAGE_KEYS = ['page', 'after', 'before'] as const;

/** Sets one filter in the address and resets to the first page. */
export function withReportFilter(query: URLSearchParams, name: string, value: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const key of PAGE_KEYS) next.delete(key);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}

/** Query of the report's endpoint. @param all a range instead of the page, for printing */
export function reportQuery(
  definition: ReportTableDefinition,
  state: ReportState,
  all?: { from: number; to: number },
): URLSearchParams {
  const query = new URLSearchParams(
    definition.filters.flatMap(({ name, param }) => {
      const value = state.filters[name];
      return value ? [[param ?? name, value]] : [];
    }),
  );
  const from = all?.from ?? (state.page - 1) * PAGE_SIZE;
  if (state.seek && !all) {
    query.set('_end', String(PAGE_SIZE));
    query.set(`_${state.seek.direction}`, state.seek.key);
  } else {
    query.set('_start', String(from));
    query.set('_end', String(all?.to ?? from + PAGE_SIZE));
  }
  if (state.sort) {
    query.set('_sort', state.sort.field);
    query.set('_order', state.sort.order);
  }
  return query;
}

/** The filters, and the direction of the default sort. */
export function exportQuery(definition: ReportTableDefinition, state: ReportState): URLSearchParams {
  const query = reportQuery(definition, { ...state, sort: undefined }, { from: 0, to: 0 });
  query.delete('_start');
  query.delete('_end');
  if (definition.exports_order && state.sort?.field === definition.default_sort?.field && state.sort)
    query.set('_order', state.sort.order);
  return query;
}

export const REPORT_PAGE_SIZE = PAGE_SIZE;

/** Whether `fdate` is after `tdate`; the server would reject it. */
export const isReversed = (filters: Readonly<Record<string, string>>): boolean =>
  Boolean(filters.fdate && filters.tdate && filters.fdate > filters.tdate);

/** A report of the contract (src/contract/*.report.ts). */
interface ContractReport {
  readonly name: string;
  readonly path: string;
  readonly columns: readonly Pick<ReportTableColumn, 'name' | 'kind' | 'resource' | 'width' | 'priority'>[];
  readonly filters: readonly {
    readonly name: string;
    readonly kind: ReportFilter['kind'];
    readonly resource?: string;
    readonly choices?: readonly string[];
  }[];
  readonly sorts?: readonly string[];
  readonly default_sort: readonly (readonly [string, 'asc' | 'desc'])[];
}

/** The specification's names in the address for API filters; a skill is given by its code. */
const ADDRESS_FILTERS: Readonly<Record<string, Partial<ReportFilter> & { name: string }>> = {
  from: { name: 'fdate' },
  to: { name: 'tdate' },
  skill_id: { name: 'skil_code', param: 'skill_code', valueField: 'skill_code' },
};

/** The report's filters, with texts `reports.filters.<filter>`. */
export const toReportFilters = (filters: ContractReport['filters']): ReportFilter[] =>
  filters.map((filter) => ({
    param: filter.name,
    ...(ADDRESS_FILTERS[filter.name] ?? { name: filter.name }),
    labelKey: `reports.filters.${filter.name}`,
    kind: filter.kind,
    ...(filter.resource && { resource: filter.resource }),
    ...(filter.choices && {
      choices: filter.choices.map((value) => ({ value, labelKey: `reports.choices.${filter.name}.${value}` })),
    }),
  }));

/**
 * Adds the text keys to a contract report: `reports.<name>.{title,sentence,definition,empty}`,
 * `reports.columns.<column>`, `reports.filters.<filter>`, `reports.choices.<column>.<value>`.
 */
export function toReportDefinition(contract: ContractReport): ReportTableDefinition {
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
    filters: toReportFilters(contract.filters),
    exports_order: Boolean(contract.sorts?.length),
    ...(first && { default_sort: { field: first[0], order: first[1] } }),
  };
}
