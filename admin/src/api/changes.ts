import type { ResourceDefinition } from '@contract/resource';
import { isWritable } from '@contract/resource';

type Row = Readonly<Record<string, unknown>>;
export type Values = Record<string, unknown>;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Empty text means "nothing" for the server: a cleared input sends null, not ''. */
const cleaned = (value: unknown): unknown => (value === '' || value === undefined ? null : value);

/** What a PATCH sends: what of `names` is no longer as in the record that was read, and nothing else. */
export function differing(names: readonly string[], before: object, after: object): Values {
  const [was, is] = [before as Row, after as Row];
  return Object.fromEntries(
    names.filter((name) => name in is && !same(was[name], cleaned(is[name]))).map((name) => [name, cleaned(is[name])]),
  );
}

/** What of a definition a POST, or a PATCH, may write. */
export const writableNames = ({ fields }: ResourceDefinition, when: 'create' | 'change'): string[] =>
  Object.keys(fields).filter((name) => isWritable(fields[name]!, when));

/** The body of a POST: writable fields with a value, or whose initial value was emptied; the server supplies the rest. */
export function createdFrom(definition: ResourceDefinition, values: Row): Values {
  const hasValue = (name: string) => cleaned(values[name]) !== null || definition.fields[name]!.nullable === true;
  const filledIn = writableNames(definition, 'create').filter(hasValue);
  return Object.fromEntries(filledIn.map((name) => [name, cleaned(values[name])]));
}

/** What the form of a new row begins with. */
export const beginningOf = ({ fields }: ResourceDefinition): Values =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { initial, kind }]) => [name, initial ?? (kind === 'refMany' ? [] : undefined)]),
  );
