import type { Fields } from '../contract/fields';
import { importedFields } from '../contract/imports';
import { RESOURCES } from '../contract/resources';
import type { ResourceDefinition } from '../contract/resource';
import type { TableRow } from '../platform/tables/xlsx-rows';
import type { ImportColumn } from './import-file.entity';
import { folded, type Heads } from './import-words';
import { HeadsTwice } from './import.errors';

const SAMPLES = 3;
const SAMPLE_LETTERS = 80;

/**
 * What each column is read as, to be looked at before anything is done: as it was the last time, else by its head.
 * @param remembered by the folded head; null: it was not read
 * @throws HeadsTwice
 */
export function proposedColumns(
  definition: ResourceDefinition<Fields>,
  heads: readonly string[],
  rows: readonly TableRow[],
  known: Heads,
  remembered: ReadonlyMap<string, string | null>,
): ImportColumn[] {
  const importable = new Set(importedFields(definition));
  const names = heads.map(folded);
  const isAgain = (head: string, at: number) => names.indexOf(head) < at;
  const twice = names.findIndex((head, at) => isAgain(head, at) && (known.own.has(head) || known.brought.has(head)));
  if (twice >= 0) throw new HeadsTwice(heads[twice]!.trim(), names.indexOf(names[twice]!) + 1, twice + 1);
  const targets = names.map((head) => known.own.get(head) ?? null);
  const before = names.map((head) => (head ? remembered.get(head) : undefined));
  const fields = names.map((_, at) =>
    before[at] === undefined ? fieldBy(definition, targets[at]!, targets) : before[at]!,
  );
  for (const [at, head] of names.entries()) {
    const field = before[at] === undefined && targets[at] === null ? known.brought.get(head) : undefined;
    // Two columns that might be it: a person says which.
    if (field === undefined || names.filter((each) => known.brought.get(each) === field).length > 1) continue;
    const ours = fields.indexOf(field);
    // A code says for sure which one it is, what people are called beside it does not.
    if (ours >= 0 && before[ours] === undefined && isCalled(definition, field) && targets[ours] === field)
      fields[ours] = null;
    if (!fields.includes(field)) fields[at] = field;
  }
  const taken = new Set<string>();
  const fieldOf = (at: number): string | null => {
    const field = fields[at]!;
    if (field === null || taken.has(field) || !importable.has(field)) return null;
    taken.add(field);
    return field;
  };
  return targets.map((_, at) => ({
    head: heads[at]!.trim(),
    field: fieldOf(at),
    sample: rows.slice(0, SAMPLES).map(({ cells }) => (cells[at] ?? '').slice(0, SAMPLE_LETTERS)),
  }));
}

/**
 * Of an export's two columns of one reference the one that names a record for sure: its name, where no two are called the
 * same, so that whoever corrects the name in a spreadsheet is understood; else its id.
 */
function fieldBy(
  { fields }: ResourceDefinition<Fields>,
  target: string | null,
  all: readonly (string | null)[],
): string | null {
  if (target === null) return null;
  const field = target.replace(/\.id$/, '');
  const isId = target !== field;
  const beside = isId ? field : `${field}.id`;
  if (fields[field]!.kind !== 'ref' || !all.includes(beside)) return field;
  return isId === !isNamedForSure(fields[field]!.resource!) ? field : null;
}

/** A reference to what is not named for sure by what it is called. */
const isCalled = ({ fields }: ResourceDefinition<Fields>, field: string): boolean =>
  fields[field]!.kind === 'ref' && !isNamedForSure(fields[field]!.resource!);

function isNamedForSure(resource: string): boolean {
  const known = RESOURCES.find(({ name }) => name === resource);
  return known !== undefined && known.title.length === 1 && known.fields[known.title[0]!]!.keyed === true;
}
