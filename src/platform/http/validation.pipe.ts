import { Injectable, type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validate, type ValidationError } from 'class-validator';
import { InvalidFields, Malformed } from '../errors/app-error';
import { requestContext } from './request-context';

const UNKNOWN = 'whitelistValidation';

/**
 * Bodies and queries become instances of their DTO class, or `InvalidFields` with `{field: [message, …]}` (nested paths
 * dotted: `answers.0.option_id`). Nothing is converted: "5" is not 5. REST refuses what it does not know (body 422, query
 * 400); on the wire unknown keys are dropped and an empty value means absent, since that client posts whole forms.
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  async transform(value: unknown, { type, metatype }: ArgumentMetadata): Promise<unknown> {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return value;
    const wire = requestContext()?.surface === 'wire';
    if (value !== undefined && value !== null && !isObject(value)) {
      throw new Malformed('The body must be a JSON object.');
    }
    const plain = wire ? withoutEmpty(value ?? {}) : (value ?? {});
    const dto = plainToInstance(metatype, plain, { enableImplicitConversion: false }) as object;
    const problems = await validate(dto, {
      whitelist: true,
      forbidNonWhitelisted: !wire,
      forbidUnknownValues: false,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
    });
    if (!wire) problems.push(...methodsOf(plain as object));
    if (problems.length > 0) throw refusal(problems, type);
    // Absent and undefined must look alike: with class fields, each field of the DTO exists from birth.
    for (const key of Object.keys(dto))
      if ((dto as Record<string, unknown>)[key] === undefined) delete (dto as Record<string, unknown>)[key];
    return dto;
  }
}

/** `toString` and its like: class-transformer passes over them, so that nobody would call them unknown. */
function methodsOf(plain: object): ValidationError[] {
  const names = Object.keys(plain).filter((name) => name in Object.prototype);
  return names.map((property) => ({ property, constraints: { [UNKNOWN]: '' } }));
}

function refusal(problems: readonly ValidationError[], type: 'body' | 'query'): InvalidFields | Malformed {
  const errors: Record<string, string[]> = {};
  const unknown: string[] = [];
  const collect = (list: readonly ValidationError[], above: string): void => {
    for (const { property, constraints, children } of list) {
      const path = above === '' ? property : `${above}.${property}`;
      const messages = Object.entries(constraints ?? {}).map(([rule, message]) => {
        if (rule !== UNKNOWN) return message;
        unknown.push(path);
        return `"${property}" is not known here. Please leave it out.`;
      });
      if (messages.length > 0) errors[path] = messages;
      if (children?.length) collect(children, path);
    }
  };
  collect(problems, '');
  if (type === 'query' && unknown.length > 0) {
    return new Malformed(`Unknown in the query: ${unknown.join(', ')}.`, errors);
  }
  return new InvalidFields(errors);
}

/** Without `''` and null, at any depth: absent, not empty. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
  if (!isObject(value)) return value;
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
