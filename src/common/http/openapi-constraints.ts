import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { defaultMetadataStorage as transformed } from 'class-transformer/cjs/storage';
import { getMetadataStorage as validated } from 'class-validator';
import { IsNotBlank, IsOneLine, IsPlainText } from '../rest/field-rules';

/** The part of an OpenAPI schema that states constraints. */
interface ConstrainedSchema {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  items?: ConstrainedSchema;
  properties?: Record<string, ConstrainedSchema>;
  additionalProperties?: ConstrainedSchema | boolean;
  allOf?: ConstrainedSchema[];
  oneOf?: ConstrainedSchema[];
  anyOf?: ConstrainedSchema[];
}
interface Parameter {
  name: string;
  in: string;
  schema?: ConstrainedSchema;
}
interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: MediaContents;
  responses?: Record<string, MediaContents>;
}
interface MediaContents {
  headers?: Record<string, { schema?: ConstrainedSchema }>;
  content?: Record<string, { schema?: ConstrainedSchema }>;
}
type ValidationRules = ReturnType<ReturnType<typeof validated>['getTargetValidationMetadatas']>;

/** The URL limit of server.ts, which also bounds every part of the URL. */
const URL_MAX = 8_192;
const REPEATED_KEYS_MAX = 1_000;
/** Longest values that the validators of these formats accept. */
const LENGTH_BY_FORMAT: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 29, email: 254 };
/** The same characters as in IsOneLine and IsPlainText (common/rest/field-rules.ts). */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$';
const PLAIN_TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

/**
 * Adds the class-validator rules of bodies and queries to the OpenAPI schemas.
 * @param classes operation id → DTO classes of its body and query
 */
export function addSchemaConstraints(
  document: OpenAPIObject,
  classes: ReadonlyMap<string, readonly Type<object>[]>,
): void {
  const dtoByName = new Map(
    [...classes.values()].flatMap((types) => types.flatMap(collectDtoClasses)).map((type) => [type.name, type]),
  );
  const schemas = (document.components?.schemas ?? {}) as Record<string, ConstrainedSchema>;
  for (const [name, schema] of Object.entries(schemas)) {
    const type = dtoByName.get(name);
    schemas[name] = completeSchema(type ? constrainProperties(schema, type) : schema);
  }
  for (const response of Object.values(document.components?.responses ?? {}))
    completeContents(response as MediaContents);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as Operation[]) {
      for (const contents of [operation.requestBody ?? {}, ...Object.values(operation.responses ?? {})])
        completeContents(contents);
      const rules = (classes.get(operation.operationId ?? '') ?? []).flatMap(rulesOf);
      for (const parameter of operation.parameters ?? []) parameter.schema = constrainParameter(parameter, rules);
    }
  }
}

function completeContents(contents: MediaContents): void {
  const { content = {}, headers = {} } = contents;
  const completedHeaders = Object.entries(headers).map(([name, { schema, ...header }]) => [
    name,
    schema ? { ...header, schema: completeSchema(schema) } : header,
  ]);
  if (contents.headers) contents.headers = Object.fromEntries(completedHeaders);
  for (const each of Object.values(content)) if (each.schema) each.schema = completeSchema(each.schema);
}

function constrainProperties(schema: ConstrainedSchema, type: Type<object>): ConstrainedSchema {
  const rules = rulesOf(type);
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    properties: Object.fromEntries(
      properties.map(([name, property]) => [name, limitInteger(applyRules(property, rulesFor(rules, name)))]),
    ),
  };
}

function constrainParameter({ name, in: location, schema = {} }: Parameter, rules: ValidationRules): ConstrainedSchema {
  const integerRange = { type: 'integer', minimum: location === 'path' ? 1 : 0, maximum: 999_999_999 };
  let result = applyRules(schema, rulesFor(rules, name));
  if (result.type === 'integer' || result.type === 'number') result = { ...integerRange, ...result, type: 'integer' };
  result = completeSchema(result);
  if (result.type === 'string' && !result.enum) result = { maxLength: URL_MAX, ...result };
  if (result.type === 'array')
    result = { maxItems: REPEATED_KEYS_MAX, ...result, items: { maxLength: URL_MAX, ...result.items } };
  return result;
}

/** Adds the constraints of the rules; values that the schema states already win. */
function applyRules(schema: ConstrainedSchema, rules: ValidationRules): ConstrainedSchema {
  if (schema.$ref) return schema;
  const entryRules = rules.filter((rule) => rule.each);
  // A specific pattern takes precedence over the general one-line pattern.
  const ownRules = rules
    .filter((rule) => !rule.each)
    .toSorted((a, b) => Number(b.name === 'matches') - Number(a.name === 'matches'));
  const constrained = ownRules.reduce((current, rule) => ({ ...constraintOf(rule, current), ...current }), schema);
  return constrained.items && entryRules.length
    ? { ...constrained, items: applyRules(constrained.items, entryRules) }
    : constrained;
}

function constraintOf(
  { name, constraints, constraintCls }: ValidationRules[number],
  schema: ConstrainedSchema,
): ConstrainedSchema {
  const [bound] = (constraints ?? []) as unknown[];
  const isText = schema.type === 'string' && !schema.format && !schema.enum && !schema.pattern;
  if (constraintCls === IsNotBlank) return { minLength: 1 };
  if (constraintCls === IsOneLine && isText) return { pattern: ONE_LINE };
  if (constraintCls === IsPlainText && isText) return { pattern: PLAIN_TEXT };
  switch (name) {
    case 'minLength':
    case 'maxLength':
      return schema.enum ? {} : { [name]: bound };
    case 'min':
      return { minimum: Number(bound) };
    case 'max':
      return { maximum: Number(bound) };
    case 'arrayMinSize':
      return { minItems: Number(bound) };
    case 'arrayNotEmpty':
      return { minItems: 1 };
    case 'arrayMaxSize':
      return { maxItems: Number(bound) };
    case 'arrayUnique':
      return { uniqueItems: true };
    case 'matches':
      return isText && isPortablePattern(bound as RegExp) ? { pattern: (bound as RegExp).source } : {};
    default:
      return {};
  }
}

/** Other regex dialects lack `[^]`, and an OpenAPI pattern has no flags. */
const isPortablePattern = ({ source, flags }: RegExp): boolean => !source.includes('[^]') && /^u?$/.test(flags);

/** Integers without a rule: from 0 to the largest integer that JSON represents exactly. */
function limitInteger(schema: ConstrainedSchema): ConstrainedSchema {
  if (schema.type !== 'integer' || schema.enum) return schema;
  return { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...schema };
}

/** Adds what follows from type and format. Returns a copy: contract answers share schema objects. */
function completeSchema(schema: ConstrainedSchema): ConstrainedSchema {
  if (schema.$ref) return schema;
  const result: ConstrainedSchema = { ...schema };
  const length = result.type === 'string' && !result.enum && LENGTH_BY_FORMAT[result.format ?? ''];
  if (length) result.maxLength ??= length;
  if (result.type === 'integer')
    result.format ??=
      (result.maximum ?? Infinity) < 2 ** 31 && (result.minimum ?? -Infinity) >= -(2 ** 31) ? 'int32' : 'int64';
  if (result.items) result.items = completeSchema(result.items);
  if (result.properties)
    result.properties = Object.fromEntries(
      Object.entries(result.properties).map(([name, each]) => [name, completeSchema(each)]),
    );
  if (typeof result.additionalProperties === 'object')
    result.additionalProperties = completeSchema(result.additionalProperties);
  for (const keyword of ['oneOf', 'anyOf', 'allOf'] as const)
    if (result[keyword]) result[keyword] = result[keyword].map(completeSchema);
  return result;
}

const rulesOf = (type: Type<object>): ValidationRules =>
  validated().getTargetValidationMetadatas(type, '', false, false);
const rulesFor = (rules: ValidationRules, name: string): ValidationRules =>
  rules.filter(({ propertyName }) => propertyName === name);

/** The class and the classes of its nested properties. */
function collectDtoClasses(type: Type<object>): Type<object>[] {
  const names = new Set(rulesOf(type).map(({ propertyName }) => propertyName));
  const nestedClasses = [...names].flatMap((name) => {
    const nestedType = transformed.findTypeMetadata(type, name)?.typeFunction?.() as Type<object> | undefined;
    return nestedType ? collectDtoClasses(nestedType) : [];
  });
  return [type, ...nestedClasses];
}
