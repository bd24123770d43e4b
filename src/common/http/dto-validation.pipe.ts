import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { LISTED_ERRORS_MAX, excerpt } from '../errors/error-bodies';
import { MalformedRequestError, InvalidBodyError } from '../errors/app-error';
import { instantiateDto, type ValidationIssues } from './dto-instantiation';
import { requestContext } from './request-context';
import { fieldErrorDetailOf, fieldError, type FieldError } from '../errors/field-error';

const VALIDATOR_OPTIONS = {
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
} as const;

/**
 * Turns bodies and queries into instances of their DTO class, or throws `InvalidBodyError` with `{field: [message, …]}`
 * (nested paths: `answers.0.option_id`). Nothing is converted: "5" is not 5. REST rejects unknown keys (body 422, query
 * 400). The legacy API drops them and treats empty values as absent, because its client posts whole forms.
 *
 * Replaces Nest's ValidationPipe, which copies unknown keys before it rejects them, validates all entries of a list
 * that is too long, and accepts NUL.
 */
@Injectable()
export class DtoValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    const isLegacy = requestContext()?.surface === 'legacy';
    if (value !== undefined && value !== null && !isObject(value)) {
      throw new MalformedRequestError('The body must be a JSON object.');
    }
    const issues: ValidationIssues = { limit: LISTED_ERRORS_MAX, unknown: [], tooLong: {}, withNulByte: [] };
    const plain = (isLegacy ? withoutEmpty(value ?? {}) : (value ?? {})) as Record<string, unknown>;
    const dto = instantiateDto<object>(metatype, plain, issues);
    if (isLegacy) issues.unknown.length = 0;
    // Exceeded limits are reported without running the validators on the rest.
    const exceedsLimits = issues.unknown.length >= LISTED_ERRORS_MAX || Object.keys(issues.tooLong).length > 0;
    const problems = exceedsLimits ? [] : await validate(dto, VALIDATOR_OPTIONS);
    if (exceedsLimits || issues.unknown.length > 0 || issues.withNulByte.length > 0 || problems.length > 0)
      throw buildRefusal(problems, issues, type);
    // Class fields define every property; remove those that are absent.
    for (const key of Object.keys(dto))
      if ((dto as Record<string, unknown>)[key] === undefined) delete (dto as Record<string, unknown>)[key];
    return dto;
  }
}

function buildRefusal(
  problems: readonly ValidationError[],
  { unknown, tooLong, withNulByte }: ValidationIssues,
  type: 'body' | 'query',
): InvalidBodyError | MalformedRequestError {
  const errors: Record<string, FieldError[]> = {};
  for (const [path, error] of Object.entries(tooLong)) errors[path] = [error];
  const collect = (list: readonly ValidationError[], parentPath: string): void => {
    for (const { property, constraints, contexts, children } of list) {
      const path = parentPath === '' ? property : `${parentPath}.${property}`;
      const reasons = Object.entries(constraints ?? {}).map(([name, message]) => ({
        ...fieldError('pattern', message),
        ...fieldErrorDetailOf(name, contexts?.[name]),
      }));
      if (reasons.length > 0) errors[path] = reasons;
      if (children?.length) collect(children, path);
    }
  };
  collect(problems, '');
  for (const path of withNulByte) errors[path] = [fieldError('control_characters', 'Remove the zero byte.')];
  for (const path of unknown) {
    const name = excerpt(path.slice(path.lastIndexOf('.') + 1));
    errors[excerpt(path)] = [fieldError('unknown_key', `"${name}" is unknown. Please remove it.`, { name })];
  }
  if (type === 'query' && unknown.length > 0) {
    return new MalformedRequestError(`Unknown in the query: ${unknown.map(excerpt).join(', ')}.`, errors);
  }
  return new InvalidBodyError(errors);
}

/** Removes `''` and null at any depth. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
  if (!isObject(value)) return value;
  // Usually there is nothing to remove, and copying 20,000 keys would block the event loop.
  if (Object.values(value).every((item) => !isEmpty(item) && typeof item !== 'object')) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => !isEmpty(item))
      .map(([key, item]) => [key, withoutEmpty(item)]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === '' || value === null || value === undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDto(metatype: Type | undefined): metatype is Type {
  return metatype !== undefined && ![String, Boolean, Number, Array, Object, Buffer].includes(metatype as never);
}
