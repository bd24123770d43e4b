import type { Fields } from '../../contract/fields';
import { importableFields } from '../../contract/imports';
import { RESOURCES } from '../../contract/resources';
import type { ResourceDefinition } from '../../contract/resource';
import type { TableRow } from '../../common/tables/xlsx-rows';
import type { ImportColumn } from './import-file.entity';
import { normalizeLabel, type KnownHeaders } from './import-labels';
import { DuplicateHeadersError } from './import.errors';

const SAMPLES = 3;
const SAMPLE_LETTERS = 80;

/**
 * Proposes the field of each column: as in previous imports, else by its header.
 * @param previousMapping fields of previous imports by normalized header; null: ignored
 * @throws DuplicateHeadersError
 */
export function proposeColumns(
  definition: ResourceDefinition<Fields>,
  headers: readonly string[],
  rows: readonly TableRow[],
  knownHeaders: KnownHeaders,
  previousMapping: ReadonlyMap<string, string | null>,
): ImportColumn[] {
  const importable = new Set(importableFields(definition));
  const normalizedHeaders = headers.map(normalizeLabel);
  const isRepeated = (head: string, index: number) => normalizedHeaders.indexOf(head) < index;
  const duplicate = normalizedHeaders.findIndex(
    (head, index) =>
      isRepeated(head, index) && (knownHeaders.productHeaders.has(head) || knownHeaders.aliasHeaders.has(head)),
  );
  if (duplicate >= 0)
    throw new DuplicateHeadersError(
      headers[duplicate]!.trim(),
      normalizedHeaders.indexOf(normalizedHeaders[duplicate]!) + 1,
      duplicate + 1,
    );
  const targets = normalizedHeaders.map((head) => knownHeaders.productHeaders.get(head) ?? null);
  const previousFields = normalizedHeaders.map((head) => (head ? previousMapping.get(head) : undefined));
  const fields = normalizedHeaders.map((_, index) =>
    previousFields[index] === undefined ? chooseField(definition, targets[index]!, targets) : previousFields[index]!,
  );
  for (const [index, head] of normalizedHeaders.entries()) {
    const field =
      previousFields[index] === undefined && targets[index] === null ? knownHeaders.aliasHeaders.get(head) : undefined;
    // Several columns match the alias: leave the choice to the user.
    if (
      field === undefined ||
      normalizedHeaders.filter((each) => knownHeaders.aliasHeaders.get(each) === field).length > 1
    )
      continue;
    const current = fields.indexOf(field);
    // Prefer the alias of a unique code over a column with an ambiguous name.
    if (
      current >= 0 &&
      previousFields[current] === undefined &&
      isAmbiguousReference(definition, field) &&
      targets[current] === field
    )
      fields[current] = null;
    if (!fields.includes(field)) fields[index] = field;
  }
  const usedFields = new Set<string>();
  const fieldOf = (index: number): string | null => {
    const field = fields[index]!;
    if (field === null || usedFields.has(field) || !importable.has(field)) return null;
    usedFields.add(field);
    return field;
  };
  return targets.map((_, index) => ({
    head: headers[index]!.trim(),
    field: fieldOf(index),
    sample: rows.slice(0, SAMPLES).map(({ cells }) => (cells[index] ?? '').slice(0, SAMPLE_LETTERS)),
  }));
}

/**
 * Exports have two columns per reference: its name and its id. Uses the name if it is unique, since users edit the name
 * in a spreadsheet, else the id.
 */
function chooseField(
  { fields }: ResourceDefinition<Fields>,
  target: string | null,
  targets: readonly (string | null)[],
): string | null {
  if (target === null) return null;
  const field = target.replace(/\.id$/, '');
  const isId = target !== field;
  const siblingTarget = isId ? field : `${field}.id`;
  if (fields[field]!.kind !== 'ref' || !targets.includes(siblingTarget)) return field;
  return isId === !hasUniqueTitle(fields[field]!.resource!) ? field : null;
}

/** A reference to records without a unique name. */
const isAmbiguousReference = ({ fields }: ResourceDefinition<Fields>, field: string): boolean =>
  fields[field]!.kind === 'ref' && !hasUniqueTitle(fields[field]!.resource!);

function hasUniqueTitle(resource: string): boolean {
  const definition = RESOURCES.find(({ name }) => name === resource);
  return (
    definition !== undefined && definition.title.length === 1 && definition.fields[definition.title[0]!]!.keyed === true
  );
}
