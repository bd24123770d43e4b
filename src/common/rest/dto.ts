import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsInt, IsOptional, Min } from 'class-validator';
import type { ResponseSchema } from '../../contract/response-schema';
import type { Fields } from '../../contract/fields';
import { isWritable, type ChangeOf, type ResourceDefinition, type RowOf, type WriteOf } from '../../contract/resource';
import { fieldRules, schemaOf } from './field-rules';
import { ruleError } from '../errors/field-error';

type Constructor<T> = new () => T;

/** `class QuizWrite extends writeDto(quizzes) {}`: rules and schema of a create, from the definition. */
export function writeDto<R extends ResourceDefinition<Fields>>(definition: R): Constructor<WriteOf<R>> {
  class Write {}
  for (const [name, field] of Object.entries(definition.fields)) {
    if (isWritable(field, 'create')) fieldRules(field, 'create')(Write.prototype, name);
  }
  return Write as unknown as Constructor<WriteOf<R>>;
}

/**
 * `class QuizChange extends changeDto(quizzes) {}`: absent fields stay unchanged; null is rejected for required fields
 * (PartialType would accept it). A stale `row_version` is rejected with 412.
 */
export function changeDto<R extends ResourceDefinition<Fields>>(definition: R): Constructor<ChangeOf<R>> {
  class Change {
    row_version?: number;
  }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (isWritable(field, 'change')) fieldRules(field, 'change')(Change.prototype, name);
    else Allow()(Change.prototype, name);
  }
  // Clients such as simple-rest send the whole row back: computed fields are accepted and ignored.
  for (const name of ['id', 'created_at', 'updated_at']) Allow()(Change.prototype, name);
  IsOptional()(Change.prototype, 'row_version');
  IsInt(ruleError('version', 'Send the row_version that you read.'))(Change.prototype, 'row_version');
  Min(1, ruleError('min', null, { min: 1 }))(Change.prototype, 'row_version');
  ApiProperty({
    type: 'integer',
    minimum: 1,
    required: false,
    description: 'The row_version that was read; a stale one answers 412.',
  })(Change.prototype, 'row_version');
  return Change as unknown as Constructor<ChangeOf<R>>;
}

/** `class QuizRow extends rowDto(quizzes) {}`: the OpenAPI schema of a row in responses. */
export function rowDto<R extends ResourceDefinition<Fields>>(definition: R): Constructor<RowOf<R>> {
  class Row {}
  ApiProperty({
    type: definition.fields[definition.id]?.kind === 'whole' ? 'integer' : 'string',
    description: `The same as ${definition.id}.`,
  })(Row.prototype, 'id');
  for (const [name, field] of Object.entries(definition.fields))
    ApiProperty(schemaOf(field, 'row'))(Row.prototype, name);
  if (definition.stamps !== false) {
    ApiProperty({ type: 'integer', minimum: 1 })(Row.prototype, 'row_version');
    ApiProperty({ type: 'string', format: 'date-time' })(Row.prototype, 'created_at');
    ApiProperty({ type: 'string', format: 'date-time' })(Row.prototype, 'updated_at');
  }
  return Row as unknown as Constructor<RowOf<R>>;
}

/**
 * `class MeDto extends answerDto(meSchema) {}`: a named OpenAPI schema for an answer of `contract`.
 * @param Base class with further properties
 */
export function answerDto<T extends object, B extends object = object>(
  answer: ResponseSchema<T>,
  Base?: Constructor<B>,
): Constructor<B & T> {
  class AnswerBase extends ((Base ?? Object) as Constructor<object>) {}
  for (const [name, schema] of Object.entries(answer.schema.properties ?? {}))
    // `required` of a nested schema lists its own properties; `selfRequired` says that the property is required.
    ApiProperty({ ...schema, selfRequired: true } as ApiPropertyOptions)(AnswerBase.prototype, name);
  return AnswerBase as unknown as Constructor<B & T>;
}
