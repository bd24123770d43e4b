import type { ResourceDefinition } from '@contract/resource';
import { isWritable } from '@contract/resource';

type Row = Readonly<Record<string, unknown>>;
export type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Empty text means "nothing" for the server: a cleared input sends null, not ''. */
const cleaned = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

/** What a PATCH sends: writable fields that differ from the row as it was read, and nothing else. */
export function changesOf(definition: ResourceDefinition, before: Row, after: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(definition.fields)
      .filter(
        ([name, field]) => isWritable(field, 'change') && name in after && !same(before[name], cleaned(after[name])),
      )
      .map(([name]) => [name, cleaned(after[name])]),
  );
}

/** What a POST sends: writable fields that were filled in; the server supplies the rest. */
export function createdFrom(definition: ResourceDefinition, values: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(definition.fields)
      .filter(([name, field]) => isWritable(field, 'create') && cleaned(values[name]) !== null)
      .map(([name]) => [name, values[name]]),
  );
}

/** What a form begins with: the row, or for a new one what the definition says. */
export function initialValues(definition: ResourceDefinition, row: Row | undefined): Values {
  return Object.fromEntries(
    Object.entries(definition.fields).map(([name, field]) => [
      name,
      row ? row[name] : (field.initial ?? (field.kind === 'refMany' ? [] : undefined)),
    ]),
  );
}
