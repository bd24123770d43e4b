import type { Field, Fields } from './fields';
import { isWritable, type ResourceDefinition } from './resource';

const MEGABYTE = 1024 * 1024;
/** Limits of one file: `bytes` of a CSV file, `workbook` bytes of an XLSX file, `cell` characters of a cell. */
export const IMPORT_LIMITS = {
  bytes: 20 * MEGABYTE,
  workbook: 5 * MEGABYTE,
  rows: 50_000,
  columns: 100,
  cell: 20_000,
} as const;
export const TEMPLATE_FORMATS = ['csv', 'xlsx'] as const;
/** `valid`: skips invalid rows. `all`: imports nothing if one row is invalid. */
export const IMPORT_MODES = ['valid', 'all'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
/** Order of day and month in dates such as 03/04/2025. */
export const DATE_ORDERS = ['day_first', 'month_first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const IMPORTABLE_FIELD_KINDS: readonly Field['kind'][] = [
  ...(['text', 'email', 'phone', 'url', 'whole', 'money', 'day'] as const),
  ...(['choice', 'flag', 'ref', 'level', 'markdown', 'color'] as const),
];

/** The definition with the fields that files have. */
export const toImportDefinition = (definition: ResourceDefinition<Fields>): ResourceDefinition<Fields> =>
  definition.imported_fields ? { ...definition, fields: definition.imported_fields } : definition;

/** Fields that a file can fill, in the definition's order, required or not. */
export const importableFields = (definition: ResourceDefinition<Fields>): string[] => {
  const { fields } = toImportDefinition(definition);
  return Object.keys(fields).filter(
    (name) => isWritable(fields[name]!, 'create') && IMPORTABLE_FIELD_KINDS.includes(fields[name]!.kind),
  );
};

/** Required to create a record. */
export const requiredImportFields = (definition: ResourceDefinition<Fields>): string[] =>
  importableFields(definition).filter((name) => toImportDefinition(definition).fields[name]!.required);

/** Unique fields by which references are looked up; the title first, because exports write it. */
export const uniqueFields = ({ title, fields }: ResourceDefinition<Fields>): string[] =>
  [...new Set([...title, ...Object.keys(fields)])].filter((name) => fields[name]?.keyed);

/** Required to match rows with existing records. */
export const importKeyFields = (definition: ResourceDefinition<Fields>): string[] =>
  (definition.imported_by ?? []).filter((name) => toImportDefinition(definition).fields[name]!.initial === undefined);
