import type { Type } from '@nestjs/common';
import { TransformationType, type TransformFnParams } from 'class-transformer';
// Its decorators keep here what they were told; the package exports no other way to it.
import { defaultMetadataStorage as transformed } from 'class-transformer/cjs/storage';
import { getMetadataStorage as validated } from 'class-validator';
import { detailOf, fieldError, type FieldError } from '../errors/field-error';

/** What a DTO class says about one property, apart from its rules. */
interface Property {
  readonly name: string;
  /** `@Type(() => …)`: the class of the value, or of each entry of the list. */
  readonly of: Type<object> | undefined;
  /** `@ArrayMaxSize(…)`. */
  readonly entries: { readonly max: number; readonly error: FieldError } | undefined;
  readonly transforms: readonly ((params: TransformFnParams) => unknown)[];
}
type Shape = ReadonlyMap<string, Property>;
type Plain = Readonly<Record<string, unknown>>;

/** What was found on the way, by path (`answers.0.option_id`). */
export interface Misfits {
  /** At most this many are told, and no more are looked for. */
  readonly most: number;
  readonly unknown: string[];
  readonly tooLong: Record<string, FieldError>;
  /** Text with NUL in it: SQLite reads such text up to there only. */
  readonly cut: string[];
}

/**
 * An instance of a DTO class with what the class knows, nested classes too; keys it does not know are told, not copied.
 * Each key is looked at once: class-transformer looks each up among all of them, and copies what no rule has seen.
 * Nothing is converted but by `@Transform`. Lists longer than their rule allows stay plain: no rule sees their entries.
 */
export function dtoOf<T extends object>(metatype: Type<T>, plain: Plain, misfits: Misfits, above = ''): T {
  const shape = shapeOf(metatype);
  const dto = new metatype();
  const made = dto as Record<string, unknown>;
  for (const name of Object.keys(plain)) {
    const property = shape.get(name);
    const given = plain[name];
    if (!property) {
      if (misfits.unknown.length < misfits.most) misfits.unknown.push(above + name);
      continue;
    }
    if (Array.isArray(given) && property.entries && given.length > property.entries.max) {
      misfits.tooLong[above + name] = property.entries.error;
      continue;
    }
    let value: unknown = property.of ? nested(property.of, given, misfits, `${above}${name}.`) : given;
    for (const transform of property.transforms) {
      value = transform({ value, key: name, obj: plain, type: TransformationType.PLAIN_TO_CLASS, options: {} });
    }
    // What a field makes of it counts: a sign-in takes such a name for none.
    if (misfits.cut.length < misfits.most && !property.of && holdsNul(value)) misfits.cut.push(above + name);
    made[name] = value;
  }
  return dto;
}

function nested(of: Type<object>, given: unknown, misfits: Misfits, above: string): unknown {
  const one = (value: unknown, path: string): unknown => (isPlain(value) ? dtoOf(of, value, misfits, path) : value);
  return Array.isArray(given) ? given.map((entry, at) => one(entry, `${above}${at}.`)) : one(given, above);
}

/** At any depth, in keys too. */
function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (Array.isArray(value)) return value.some(holdsNul);
  return isPlain(value) && Object.entries(value).some(([key, one]) => key.includes('\0') || holdsNul(one));
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shapes = new WeakMap<Type, Shape>();

function shapeOf(metatype: Type): Shape {
  const known = shapes.get(metatype);
  if (known) return known;
  const rules = validated().getTargetValidationMetadatas(metatype, '', false, false);
  const shape = new Map(rules.map(({ propertyName }) => [propertyName, propertyOf(metatype, propertyName)]));
  for (const { name, propertyName, constraints, message, context } of rules) {
    if (name !== 'arrayMaxSize') continue;
    const max = Number((constraints as unknown[])[0]);
    const text = typeof message === 'string' ? message : `At most ${max} entries.`;
    const detail = detailOf(name, context) ?? fieldError('too_many', text, { count: max });
    shape.set(propertyName, { ...shape.get(propertyName)!, entries: { max, error: { ...detail, message: text } } });
  }
  shapes.set(metatype, shape);
  return shape;
}

function propertyOf(metatype: Type, name: string): Property {
  const type = transformed.findTypeMetadata(metatype, name);
  const transforms = transformed.findTransformMetadatas(metatype, name, TransformationType.PLAIN_TO_CLASS);
  return {
    name,
    of: type?.typeFunction?.() as Type<object> | undefined,
    entries: undefined,
    transforms: transforms.map(({ transformFn }) => transformFn),
  };
}
