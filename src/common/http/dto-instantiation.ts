import type { Type } from '@nestjs/common';
import { TransformationType, type TransformFnParams } from 'class-transformer';
// The metadata of the class-transformer decorators; the package has no public export for it.
import { defaultMetadataStorage as transformed } from 'class-transformer/cjs/storage';
import { getMetadataStorage as validated } from 'class-validator';
import { fieldErrorDetailOf, fieldError, type FieldError } from '../errors/field-error';

/** Metadata of one DTO property, apart from its validation rules. */
interface DtoProperty {
  readonly name: string;
  /** `@Type(() => …)`: the class of the value, or of each entry of the list. */
  readonly type: Type<object> | undefined;
  /** `@ArrayMaxSize(…)`. */
  readonly arrayLimit: { readonly max: number; readonly error: FieldError } | undefined;
  readonly transforms: readonly ((params: TransformFnParams) => unknown)[];
}
type DtoShape = ReadonlyMap<string, DtoProperty>;
type PlainObject = Readonly<Record<string, unknown>>;

/** Problems found while instantiating, by path (`answers.0.option_id`). */
export interface ValidationIssues {
  /** Stops collecting after this many. */
  readonly limit: number;
  readonly unknown: string[];
  readonly tooLong: Record<string, FieldError>;
  /** Text with a NUL: SQLite would read it only up to there. */
  readonly withNulByte: string[];
}

/**
 * Creates a DTO instance, nested classes included. Unknown keys are reported, not copied. Values are converted only by
 * `@Transform`. Lists above their `@ArrayMaxSize` are reported without visiting their entries.
 * Replaces class-transformer, which needs quadratic time for many keys and copies unvalidated ones.
 */
export function instantiateDto<T extends object>(
  metatype: Type<T>,
  plain: PlainObject,
  issues: ValidationIssues,
  pathPrefix = '',
): T {
  const shape = shapeOf(metatype);
  const dto = new metatype();
  const target = dto as Record<string, unknown>;
  for (const name of Object.keys(plain)) {
    const property = shape.get(name);
    const input = plain[name];
    if (!property) {
      if (issues.unknown.length < issues.limit) issues.unknown.push(pathPrefix + name);
      continue;
    }
    if (Array.isArray(input) && property.arrayLimit && input.length > property.arrayLimit.max) {
      issues.tooLong[pathPrefix + name] = property.arrayLimit.error;
      continue;
    }
    let value: unknown = property.type
      ? instantiateNested(property.type, input, issues, `${pathPrefix}${name}.`)
      : input;
    for (const transform of property.transforms) {
      value = transform({ value, key: name, obj: plain, type: TransformationType.PLAIN_TO_CLASS, options: {} });
    }
    // Checked after the transforms: a sign-in turns such a name into undefined.
    if (issues.withNulByte.length < issues.limit && !property.type && containsNul(value))
      issues.withNulByte.push(pathPrefix + name);
    target[name] = value;
  }
  return dto;
}

function instantiateNested(
  nestedType: Type<object>,
  input: unknown,
  issues: ValidationIssues,
  pathPrefix: string,
): unknown {
  const instantiateOne = (value: unknown, path: string): unknown =>
    isPlain(value) ? instantiateDto(nestedType, value, issues, path) : value;
  return Array.isArray(input)
    ? input.map((entry, at) => instantiateOne(entry, `${pathPrefix}${at}.`))
    : instantiateOne(input, pathPrefix);
}

/** At any depth, keys included. */
function containsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (Array.isArray(value)) return value.some(containsNul);
  return isPlain(value) && Object.entries(value).some(([key, entry]) => key.includes('\0') || containsNul(entry));
}

const isPlain = (value: unknown): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shapeCache = new WeakMap<Type, DtoShape>();

function shapeOf(metatype: Type): DtoShape {
  const cachedShape = shapeCache.get(metatype);
  if (cachedShape) return cachedShape;
  const rules = validated().getTargetValidationMetadatas(metatype, '', false, false);
  const shape = new Map(rules.map(({ propertyName }) => [propertyName, propertyOf(metatype, propertyName)]));
  for (const { name, propertyName, constraints, message, context } of rules) {
    if (name !== 'arrayMaxSize') continue;
    const max = Number((constraints as unknown[])[0]);
    const text = typeof message === 'string' ? message : `At most ${max} entries.`;
    const detail = fieldErrorDetailOf(name, context) ?? fieldError('too_many', text, { count: max });
    shape.set(propertyName, { ...shape.get(propertyName)!, arrayLimit: { max, error: { ...detail, message: text } } });
  }
  shapeCache.set(metatype, shape);
  return shape;
}

function propertyOf(metatype: Type, name: string): DtoProperty {
  const type = transformed.findTypeMetadata(metatype, name);
  const transforms = transformed.findTransformMetadatas(metatype, name, TransformationType.PLAIN_TO_CLASS);
  return {
    name,
    type: type?.typeFunction?.() as Type<object> | undefined,
    arrayLimit: undefined,
    transforms: transforms.map(({ transformFn }) => transformFn),
  };
}
