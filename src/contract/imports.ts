import type { Field, Fields } from './fields';
import { isWritable, type ResourceDefinition } from './resource';

const MEGABYTE = 1024 * 1024;
/** Limits of one file: `bytes` of a text file (CSV), `workbook` bytes of an XLSX workbook, `cell` characters of a cell. */
export const IMPORT_LIMITS = {
  ...{ bytes: 20 * MEGABYTE, workbook: 5 * MEGABYTE },
  ...{ rows: 50_000, columns: 100, cell: 20_000 },
} as const;
/** What an import is made ready as. */
export const TEMPLATE_FORMATS = ['csv', 'xlsx'] as const;
/** `valid`: what is wrong is left out. `all`: one wrong row, and nothing is imported. */
export const IMPORT_MODES = ['valid', 'all'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
/** Order of day and month in dates such as 03/04/2025. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const TAKEN: readonly Field['kind'][] = [
  ...(['text', 'email', 'phone', 'url', 'whole', 'money', 'day'] as const),
  ...(['choice', 'flag', 'ref', 'level', 'markdown', 'color'] as const),
];

/** A resource as files have it. */
export const asImported = (definition: ResourceDefinition<Fields>): ResourceDefinition<Fields> =>
  definition.imported_fields ? { ...definition, fields: definition.imported_fields } : definition;

/** The fields that a file may fill, in the definition's order; those that must be filled first are not told apart here. */
export const importedFields = (definition: ResourceDefinition<Fields>): string[] => {
  const { fields } = asImported(definition);
  return Object.keys(fields).filter(
    (name) => isWritable(fields[name]!, 'create') && TAKEN.includes(fields[name]!.kind),
  );
};

/** Without these a file makes no new row. */
export const demandedFields = (definition: ResourceDefinition<Fields>): string[] =>
  importedFields(definition).filter((name) => asImported(definition).fields[name]!.required);

/** The fields that name one record alone, as references are looked up: the title first, for exports write that. */
export const uniqueFields = ({ title, fields }: ResourceDefinition<Fields>): string[] =>
  [...new Set([...title, ...Object.keys(fields)])].filter((name) => fields[name]?.keyed);

/** Without these it is not known which row is which. */
export const keyFields = (definition: ResourceDefinition<Fields>): string[] =>
  (definition.imported_by ?? []).filter((name) => asImported(definition).fields[name]!.initial === undefined);
