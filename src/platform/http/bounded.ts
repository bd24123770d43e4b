import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { defaultMetadataStorage as transformed } from 'class-transformer/cjs/storage';
import { getMetadataStorage as validated } from 'class-validator';
import { IsNotBlank, IsOneLine, IsPlainText } from '../definitions/field-rules';

/** What of a schema bounds are. */
interface Bounded {
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
  items?: Bounded;
  properties?: Record<string, Bounded>;
  additionalProperties?: Bounded | boolean;
  allOf?: Bounded[];
  oneOf?: Bounded[];
  anyOf?: Bounded[];
}
interface Parameter {
  name: string;
  in: string;
  schema?: Bounded;
}
interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: Contents;
  responses?: Record<string, Contents>;
}
interface Contents {
  headers?: Record<string, { schema?: Bounded }>;
  content?: Record<string, { schema?: Bounded }>;
}
type Rules = ReturnType<ReturnType<typeof validated>['getTargetValidationMetadatas']>;

/** An address is no longer (http/server.ts), so no part of it is, and no key of a query is repeated more often. */
const URL_MAX = 8_192;
const REPEATED_MAX = 1_000;
/** What the rules of these forms let through is no longer. */
const LENGTHS: Readonly<Record<string, number>> = { uuid: 36, date: 10, 'date-time': 29, email: 254 };
/** As IsOneLine and IsPlainText refuse (definitions/field-rules.ts). */
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$';
const PLAIN_TEXT = '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$';

/**
 * The bounds of what is sent, from the very rules that judge it: whatever class-validator knows of a body or a query stands
 * in its schema. @param classes of each operation's body and query
 */
export function boundAll(document: OpenAPIObject, classes: ReadonlyMap<string, readonly Type<object>[]>): void {
  const named = new Map(
    [...classes.values()].flatMap((types) => types.flatMap(nestedIn)).map((type) => [type.name, type]),
  );
  const schemas = (document.components?.schemas ?? {}) as Record<string, Bounded>;
  for (const [name, schema] of Object.entries(schemas)) {
    const type = named.get(name);
    schemas[name] = closed(type ? judged(schema, type) : schema);
  }
  for (const response of Object.values(document.components?.responses ?? {})) closeAll(response as Contents);
  for (const item of Object.values(document.paths)) {
    for (const operation of Object.values(item) as Operation[]) {
      for (const contents of [operation.requestBody ?? {}, ...Object.values(operation.responses ?? {})])
        closeAll(contents);
      const rules = (classes.get(operation.operationId ?? '') ?? []).flatMap(rulesOf);
      for (const parameter of operation.parameters ?? []) parameter.schema = boundParameter(parameter, rules);
    }
  }
}

function closeAll(contents: Contents): void {
  const { content = {}, headers = {} } = contents;
  const named = Object.entries(headers).map(([name, { schema, ...header }]) => [
    name,
    schema ? { ...header, schema: closed(schema) } : header,
  ]);
  if (contents.headers) contents.headers = Object.fromEntries(named);
  for (const each of Object.values(content)) if (each.schema) each.schema = closed(each.schema);
}

function judged(schema: Bounded, type: Type<object>): Bounded {
  const rules = rulesOf(type);
  const properties = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    properties: Object.fromEntries(properties.map(([name, of]) => [name, exact(ruled(of, rulesFor(rules, name)))])),
  };
}

function boundParameter({ name, in: place, schema = {} }: Parameter, rules: Rules): Bounded {
  const whole = { type: 'integer', minimum: place === 'path' ? 1 : 0, maximum: 999_999_999 };
  let told = ruled(schema, rulesFor(rules, name));
  if (told.type === 'integer' || told.type === 'number') told = { ...whole, ...told, type: 'integer' };
  told = closed(told);
  if (told.type === 'string' && !told.enum) told = { maxLength: URL_MAX, ...told };
  if (told.type === 'array') told = { maxItems: REPEATED_MAX, ...told, items: { maxLength: URL_MAX, ...told.items } };
  return told;
}

/** What a rule says stands where the schema says nothing of it yet. */
function ruled(schema: Bounded, rules: Rules): Bounded {
  if (schema.$ref) return schema;
  const each = rules.filter((rule) => rule.each);
  // A form of its own says more than that it is one line.
  const own = rules
    .filter((rule) => !rule.each)
    .toSorted((a, b) => Number(b.name === 'matches') - Number(a.name === 'matches'));
  const told = own.reduce((found, rule) => ({ ...boundOf(rule, found), ...found }), schema);
  return told.items && each.length ? { ...told, items: ruled(told.items, each) } : told;
}

function boundOf({ name, constraints, constraintCls }: Rules[number], schema: Bounded): Bounded {
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
      return isText && isEverybodys(bound as RegExp) ? { pattern: (bound as RegExp).source } : {};
    default:
      return {};
  }
}

/** Other languages have no `[^]`, and a pattern in a document has no flags. */
const isEverybodys = ({ source, flags }: RegExp): boolean => !source.includes('[^]') && /^u?$/.test(flags);

/** A number that no rule bounds is still one that JSON can say exactly: nothing that is sent is negative. */
function exact(schema: Bounded): Bounded {
  if (schema.type !== 'integer' || schema.enum) return schema;
  return { minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...schema };
}

/** With what follows from its own form. A new one: the contract's answers share theirs. */
function closed(schema: Bounded): Bounded {
  if (schema.$ref) return schema;
  const told: Bounded = { ...schema };
  const length = told.type === 'string' && !told.enum && LENGTHS[told.format ?? ''];
  if (length) told.maxLength ??= length;
  if (told.type === 'integer')
    told.format ??=
      (told.maximum ?? Infinity) < 2 ** 31 && (told.minimum ?? -Infinity) >= -(2 ** 31) ? 'int32' : 'int64';
  if (told.items) told.items = closed(told.items);
  if (told.properties)
    told.properties = Object.fromEntries(Object.entries(told.properties).map(([name, each]) => [name, closed(each)]));
  if (typeof told.additionalProperties === 'object') told.additionalProperties = closed(told.additionalProperties);
  for (const among of ['oneOf', 'anyOf', 'allOf'] as const) if (told[among]) told[among] = told[among].map(closed);
  return told;
}

const rulesOf = (type: Type<object>): Rules => validated().getTargetValidationMetadatas(type, '', false, false);
const rulesFor = (rules: Rules, name: string): Rules => rules.filter(({ propertyName }) => propertyName === name);

/** A class and those of its properties. */
function nestedIn(type: Type<object>): Type<object>[] {
  const names = new Set(rulesOf(type).map(({ propertyName }) => propertyName));
  const below = [...names].flatMap((name) => {
    const of = transformed.findTypeMetadata(type, name)?.typeFunction?.() as Type<object> | undefined;
    return of ? nestedIn(of) : [];
  });
  return [type, ...below];
}
