import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { validate, type ValidationError } from 'class-validator';
import { ERRORS_TOLD, shown } from '../errors/answers';
import { Malformed, UnfitBody } from '../errors/app-error';
import { dtoOf, type Misfits } from './dto-shape';
import { requestContext } from './request-context';
import { detailOf, fieldError, type FieldError } from '../errors/field-error';

const RULES = {
  forbidUnknownValues: false,
  stopAtFirstError: true,
  validationError: { target: false, value: false },
} as const;

/**
 * Bodies and queries become instances of their DTO class, or `UnfitBody` with `{field: [message, …]}` (nested paths
 * dotted: `answers.0.option_id`). Nothing is converted: "5" is not 5. REST refuses what it does not know (body 422, query
 * 400); on the wire unknown keys are dropped and an empty value means absent, since that client posts whole forms.
 *
 * Not Nest's ValidationPipe: it copies every unknown key before it refuses it, judges all entries of a list that is too long,
 * and lets NUL through.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    const wire = requestContext()?.surface === 'wire';
    if (value !== undefined && value !== null && !isObject(value)) {
      throw new Malformed('The body must be a JSON object.');
    }
    const misfits: Misfits = { most: ERRORS_TOLD, unknown: [], tooLong: {}, cut: [] };
    const plain = (wire ? withoutEmpty(value ?? {}) : (value ?? {})) as Record<string, unknown>;
    const dto = dtoOf<object>(metatype, plain, misfits);
    if (wire) misfits.unknown.length = 0;
    // What is too much is told before any rule looks at the rest.
    const tooMuch = misfits.unknown.length >= ERRORS_TOLD || Object.keys(misfits.tooLong).length > 0;
    const problems = tooMuch ? [] : await validate(dto, RULES);
    if (tooMuch || misfits.unknown.length > 0 || misfits.cut.length > 0 || problems.length > 0)
      throw refusal(problems, misfits, type);
    // Absent and undefined must look alike: with class fields, each field of the DTO exists from birth.
    for (const key of Object.keys(dto))
      if ((dto as Record<string, unknown>)[key] === undefined) delete (dto as Record<string, unknown>)[key];
    return dto;
  }
}

function refusal(
  problems: readonly ValidationError[],
  { unknown, tooLong, cut }: Misfits,
  type: 'body' | 'query',
): UnfitBody | Malformed {
  const errors: Record<string, FieldError[]> = {};
  for (const [path, error] of Object.entries(tooLong)) errors[path] = [error];
  const collect = (list: readonly ValidationError[], above: string): void => {
    for (const { property, constraints, contexts, children } of list) {
      const path = above === '' ? property : `${above}.${property}`;
      const reasons = Object.entries(constraints ?? {}).map(([name, message]) => ({
        ...fieldError('pattern', message),
        ...detailOf(name, contexts?.[name]),
      }));
      if (reasons.length > 0) errors[path] = reasons;
      if (children?.length) collect(children, path);
    }
  };
  collect(problems, '');
  for (const path of cut) errors[path] = [fieldError('control_characters', 'Remove the zero byte.')];
  for (const path of unknown) {
    const name = shown(path.slice(path.lastIndexOf('.') + 1));
    errors[shown(path)] = [fieldError('unknown_key', `"${name}" is unknown. Please remove it.`, { name })];
  }
  if (type === 'query' && unknown.length > 0) {
    return new Malformed(`Unknown in the query: ${unknown.map(shown).join(', ')}.`, errors);
  }
  return new UnfitBody(errors);
}

/** Without `''` and null, at any depth: absent, not empty. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
  if (!isObject(value)) return value;
  // Most have nothing to leave out, and copying 20,000 keys would keep everybody waiting.
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
