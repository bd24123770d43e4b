import type { OpenApiSchema } from '../../src/contract/response-schema';

type ResponseSchema = OpenApiSchema & { oneOf?: OpenApiSchema[] };

const TYPE_CHECKS: Readonly<Record<string, (value: unknown) => boolean>> = {
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

/** Differences between a value and its schema; properties that the schema does not name are reported. */
export function schemaDeviations(schema: ResponseSchema, value: unknown, at = ''): string[] {
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (value === null && schema.nullable) return [];
  if (alternatives) {
    const each = alternatives.map((one) => schemaDeviations(one, value, at));
    const best = each.toSorted((a, b) => a.length - b.length)[0]!;
    return best;
  }
  if (!schema.type || value === null || !TYPE_CHECKS[schema.type]!(value))
    return [`${at}: ${JSON.stringify(value)?.slice(0, 60)} is no ${schema.type ?? 'value that is described'}`];
  if (schema.enum && !schema.enum.includes(value as string)) return [`${at}: ${String(value)} is none of the words`];
  if (Array.isArray(value))
    return value.flatMap((each, n) => schemaDeviations(schema.items ?? {}, each, `${at}[${n}]`));
  if (typeof value !== 'object') return [];
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}.${name} is missing`);
  return missing.concat(
    Object.entries(value).flatMap(([name, each]) => {
      const propertySchema = properties[name] ?? additionalProperties;
      return propertySchema
        ? schemaDeviations(propertySchema, each, `${at}.${name}`)
        : [`${at}.${name} is not described`];
    }),
  );
}
