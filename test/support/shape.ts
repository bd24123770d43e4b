import type { AnswerSchema } from '../../src/contract/answer';

type Shape = AnswerSchema & { oneOf?: AnswerSchema[] };

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

/** Where a value is not what the document says of it; what the document does not name may not be there. */
export function departures(schema: Shape, value: unknown, at = ''): string[] {
  const among = schema.oneOf ?? schema.anyOf;
  if (value === null && schema.nullable) return [];
  if (among) {
    const each = among.map((one) => departures(one, value, at));
    const least = each.toSorted((a, b) => a.length - b.length)[0]!;
    return least;
  }
  if (!schema.type || value === null || !KINDS[schema.type]!(value))
    return [`${at}: ${JSON.stringify(value)?.slice(0, 60)} is no ${schema.type ?? 'value that is described'}`];
  if (schema.enum && !schema.enum.includes(value as string)) return [`${at}: ${String(value)} is none of the words`];
  if (Array.isArray(value)) return value.flatMap((each, n) => departures(schema.items ?? {}, each, `${at}[${n}]`));
  if (typeof value !== 'object') return [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  return missing.concat(
    Object.entries(value).flatMap(([name, each]) => {
      const of = properties[name] ?? additionalProperties;
      return of ? departures(of, each, `${at}.${name}`) : [`${at}.${name} is not described`];
    }),
  );
}
