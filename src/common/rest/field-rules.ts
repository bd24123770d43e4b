import { applyDecorators } from '@nestjs/common';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  MinLength,
  Validate,
  ValidateIf,
  ValidatorConstraint,
  type ValidationArguments,
  type ValidationOptions,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { toAsciiDigits } from '../../contract/digits';
import type { Field } from '../../contract/fields';
import { normalizeWebAddress } from '../../contract/web-address';
import { canBeEmpty, isNullable } from '../../contract/resource';
import { isDay, parseInstant } from '../calendar';
import { IsEmailAddress } from '../email-address';
import { normalizeKey } from '../text-normalization';
import { UUID_PATTERN } from '../ids';
import { ruleError } from '../errors/field-error';

export const NOT_AN_ID = ruleError('reference', 'This is not an id. Choose an existing entry.');
// Control characters other than tab and line breaks are lost in exports.
const UNPRINTABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
// Also line breaks, and bidi controls that make text read as something else (U+202A–202E, U+2066–2069).
const NOT_ALLOWED_IN_LINE = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

/** The property may be absent but not null (IsOptional would accept null). */
export const IsNotNull = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

@ValidatorConstraint({ name: 'isDay' })
class IsDay implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && isDay(value);
  }
  defaultMessage(): string {
    return 'Enter a date such as 2025-03-01.';
  }
}

/** Reads the digits of every script as 0–9 before a rule looks at the text (docs/text-and-files.md). */
export const AsciiDigits = (): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? toAsciiDigits(value) : value));

/** A calendar day, `2025-03-01`. */
export const IsCalendarDay = (): PropertyDecorator => applyDecorators(AsciiDigits(), Validate(IsDay));

@ValidatorConstraint({ name: 'isInstant' })
class IsInstant implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && parseInstant(value) !== null;
  }
  defaultMessage(): string {
    return 'Enter a date and time with time zone, such as 2025-03-01T09:30:00Z.';
  }
}

@ValidatorConstraint({ name: 'isPlainText' })
export class IsPlainText implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value !== 'string' || (!UNPRINTABLE.test(value) && isWellFormed(value));
  }
  defaultMessage(): string {
    return 'Remove the control characters.';
  }
}

/** For single-line text: a name, a code, a title. */
@ValidatorConstraint({ name: 'isOneLine' })
export class IsOneLine implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value !== 'string' || (!NOT_ALLOWED_IN_LINE.test(value) && isWellFormed(value));
  }
  defaultMessage(): string {
    return 'Use one line without control characters.';
  }
}

@ValidatorConstraint({ name: 'isWebAddress' })
export class IsWebAddress implements ValidatorConstraintInterface {
  validate(value: unknown, { constraints }: ValidationArguments): boolean {
    const address = typeof value === 'string' ? normalizeWebAddress(value) : null;
    // The length includes the scheme that is added before storing.
    return address !== null && address.length <= Number(constraints[0]);
  }
  defaultMessage(): string {
    return 'Enter a web address such as https://example.org.';
  }
}

@ValidatorConstraint({ name: 'isNotBlank' })
export class IsNotBlank implements ValidatorConstraintInterface {
  validate(value: unknown): boolean {
    return typeof value === 'string' && value.trim() !== '';
  }
  defaultMessage(): string {
    return 'This may not be empty.';
  }
}

@ValidatorConstraint({ name: 'hasShortKey' })
class HasShortKey implements ValidatorConstraintInterface {
  validate(value: unknown, { constraints }: ValidationArguments): boolean {
    // NFKC can lengthen a text ("\ufdfa" becomes 18 letters) beyond the length of the key column.
    return typeof value !== 'string' || normalizeKey(value).length <= Number(constraints[0]);
  }
  defaultMessage(): string {
    return 'This text is too long.';
  }
}

const isWellFormed = (text: string): boolean =>
  !/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(text);

/** The decorators of one property: class-validator rules and OpenAPI schema, derived from its field definition. */
export function fieldRules(field: Field, when: 'create' | 'change'): PropertyDecorator {
  const mayBeEmpty = canBeEmpty(field);
  const mayBeAbsent = when === 'change' || !field.required;
  const conditions: PropertyDecorator[] = [];
  conditions.push(
    ValidateIf(
      (_, value) => !(value === undefined && mayBeAbsent) && !((value === null || value === '') && mayBeEmpty),
    ),
  );
  return applyDecorators(ApiProperty(schemaOf(field, when)), ...conditions, ...rulesOf(field));
}

function rulesOf(field: Field): PropertyDecorator[] {
  const max = field.max ?? 255;
  switch (field.kind) {
    case 'id':
    case 'ref':
      return [Matches(UUID_PATTERN, NOT_AN_ID)];
    case 'refMany':
      return [
        IsArray(ruleError('list', 'Send a list of ids.')),
        ArrayMaxSize(max, ruleError('too_many', `At most ${max} entries.`, { count: max })),
        ArrayUnique(ruleError('twice', 'Each entry can appear only once.')),
        Matches(UUID_PATTERN, { ...ruleError('reference', 'Each entry must be an id.'), each: true }),
      ];
    case 'email':
      return [...textRules(field, max), IsEmailAddress()];
    case 'url':
      return [...textRules(field, max), Validate(IsWebAddress, [max])];
    case 'whole':
    case 'money':
    case 'level':
      return [
        IsInt(ruleError('whole', 'Enter a whole number.')),
        Min(field.min ?? 0, ruleError('min', `At least ${field.min ?? 0}.`, { min: field.min ?? 0 })),
        Max(
          field.max ?? 2_000_000_000,
          ruleError('max', `At most ${field.max ?? 2_000_000_000}.`, { max: field.max ?? 2_000_000_000 }),
        ),
      ];
    case 'day':
      return [IsCalendarDay()];
    case 'instant':
      return [AsciiDigits(), Validate(IsInstant)];
    case 'choice':
      return [
        IsIn(
          [...(field.choices ?? [])],
          ruleError('choice', `Choose one of: ${(field.choices ?? []).join(', ')}.`, {
            choices: [...(field.choices ?? [])],
          }),
        ),
      ];
    case 'flag':
      return [IsBoolean(ruleError('flag', 'Send true or false.'))];
    case 'phone':
      return [AsciiDigits(), ...textRules(field, max)];
    case 'text':
    case 'markdown':
    case 'color':
      return textRules(field, max);
  }
}

function textRules(field: Field, max: number): PropertyDecorator[] {
  const rules: PropertyDecorator[] = [
    IsString(ruleError('text', 'Enter text.')),
    MaxLength(max, ruleError('too_long', `At most ${max} characters.`, { count: max })),
    Validate(field.kind === 'markdown' || field.lines ? IsPlainText : IsOneLine),
  ];
  if (field.keyed) rules.push(Validate(HasShortKey, [max]));
  if (field.required) rules.push(Validate(IsNotBlank));
  if (field.kind === 'text' && field.min)
    rules.push(MinLength(field.min, ruleError('too_short', `At least ${field.min} characters.`, { count: field.min })));
  if (field.pattern) rules.push(Matches(new RegExp(field.pattern, 'u'), patternError(field)));
  return rules;
}

function patternError(field: Field): ValidationOptions {
  if (field.kind === 'phone')
    return /\{(\d+)\}/.test(field.pattern ?? '')
      ? ruleError('digits', `Enter exactly ${field.max} digits.`, { count: field.max ?? 0 })
      : ruleError('phone', 'Enter a phone number.');
  if (field.kind === 'color') return ruleError('color', 'Enter a colour such as #403098.');
  return ruleError('pattern', 'The format is not valid.');
}

/** The OpenAPI schema of a field, for requests and for rows. */
export function schemaOf(field: Field, when: 'create' | 'change' | 'row'): ApiPropertyOptions {
  const nullable = isNullable(field);
  const schema: Record<string, unknown> = {
    required: when === 'row' || (when === 'create' && field.required === true),
    ...descriptionHints(field, when),
  };
  if (nullable) schema.nullable = true;
  if (field.example !== undefined) schema.example = field.example;
  if (field.initial !== undefined && when === 'create') schema.default = field.initial;
  switch (field.kind) {
    case 'id':
    case 'ref':
      return { ...schema, type: 'string', format: 'uuid' } as ApiPropertyOptions;
    case 'refMany':
      return {
        ...schema,
        type: 'array',
        items: { type: 'string', format: 'uuid' },
        maxItems: field.max,
      } as ApiPropertyOptions;
    case 'money':
    case 'whole':
    case 'level':
      return { ...schema, type: 'integer', minimum: field.min, maximum: field.max } as ApiPropertyOptions;
    case 'flag':
      return { ...schema, type: 'boolean' } as ApiPropertyOptions;
    case 'day':
      return { ...schema, type: 'string', format: 'date' } as ApiPropertyOptions;
    case 'instant':
      return { ...schema, type: 'string', format: 'date-time' } as ApiPropertyOptions;
    case 'choice':
      return {
        ...schema,
        type: 'string',
        enum: [...(field.choices ?? []), ...(nullable ? [null] : [])],
      } as ApiPropertyOptions;
    default:
      return {
        ...schema,
        type: 'string',
        maxLength: field.max,
        ...(field.kind === 'email' && { format: 'email' }),
      } as ApiPropertyOptions;
  }
}

/**
 * Hints for the OpenAPI descriptions (common/http/openapi-descriptions.ts): `x-says` is a complete description,
 * `x-besides` is appended to the meaning of the field (contract/meanings).
 */
function descriptionHints(field: Field, when: 'create' | 'change' | 'row'): Record<string, string> {
  const supplement = [
    ...(field.keyed && field.write !== 'none' ? ['Unique within an organisation.'] : []),
    ...(field.kind === 'money' ? ['Whole minor units of the currency: 4900 with EUR are 49.00 euros.'] : []),
    ...(field.kind === 'markdown' ? ['CommonMark; raw HTML is shown as text.'] : []),
    ...(field.kind === 'refMany' || field.kind === 'ref' ? [`An \`id\` of /api/${field.resource}.`] : []),
    ...(field.write === 'create' && when !== 'change' ? ['Cannot be changed after creation.'] : []),
  ].join(' ');
  return {
    ...(field.kind === 'id' && { 'x-says': 'Key of the record, the same as `id`.' }),
    ...(field.kind === 'ref' && { 'x-says': 'The parent record.' }),
    ...(supplement && { 'x-besides': supplement }),
  };
}
