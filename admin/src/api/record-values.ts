import type { ResourceDefinition } from '@contract/resource';
import { isWritable } from '@contract/resource';

type Row = Readonly<Record<string, unknown>>;
export type Values = Record<string, unknown>;

const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** An empty text means "no value": a cleared input sends null, not ''. */
const emptyToNull = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

/** Body of a PATCH: the fields of `names` that differ between `before` and `after`. */
export function diffFields(names: readonly string[], before: object, after: object): Values {
  const [beforeRow, afterRow] = [before as Row, after as Row];
  return Object.fromEntries(
    names
      .filter((name) => name in afterRow && !isSameValue(beforeRow[name], emptyToNull(afterRow[name])))
      .map((name) => [name, emptyToNull(afterRow[name])]),
  );
}

/** The fields of a definition that a POST or a PATCH may write. */
export const writableFieldNames = ({ fields }: ResourceDefinition, when: 'create' | 'change'): string[] =>
  Object.keys(fields).filter((name) => isWritable(fields[name]!, when));

/** Body of a POST: writable fields with a value, and emptied nullable ones. The server fills in the rest. */
export function buildCreateBody(definition: ResourceDefinition, values: Row): Values {
  const hasValue = (name: string) => emptyToNull(values[name]) !== null || definition.fields[name]!.nullable === true;
  const filledNames = writableFieldNames(definition, 'create').filter(hasValue);
  return Object.fromEntries(filledNames.map((name) => [name, emptyToNull(values[name])]));
}

/** Initial form values of a new row. */
export const getInitialValues = ({ fields }: ResourceDefinition): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { initial, kind }]) => [name, initial ?? (kind === 'refMany' ? [] : undefined)]),
  );
