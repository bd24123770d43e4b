import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Allow, IsInt, IsOptional, Min } from 'class-validator';
import type { Answer } from '../../contract/answer';
import type { Fields } from '../../contract/fields';
import { isWritable, type ChangeOf, type ResourceDefinition, type RowOf, type WriteOf } from '../../contract/resource';
import { fieldRules, schemaOf } from './field-rules';
import { ruleError } from '../errors/field-error';

type Made<T> = new () => T;

/** `class QuizWrite extends writeDto(quizzes) {}`: rules and schema of a create, from the definition. */
export function writeDto<R extends ResourceDefinition<Fields>>(definition: R): Made<WriteOf<R>> {
  class Write {}
  for (const [name, field] of Object.entries(definition.fields)) {
    if (isWritable(field, 'create')) fieldRules(field, 'create')(Write.prototype, name);
  }
  return Write as unknown as Made<WriteOf<R>>;
}

/**
 * `class QuizChange extends changeDto(quizzes) {}`: what is absent stays; null is refused where the field may not be
 * empty (PartialType would let it through). `row_version`, sent back, refuses a stale change with 412.
 */
export function changeDto<R extends ResourceDefinition<Fields>>(definition: R): Made<ChangeOf<R>> {
  class Change {
    row_version?: number;
  }
  for (const [name, field] of Object.entries(definition.fields)) {
    if (isWritable(field, 'change')) fieldRules(field, 'change')(Change.prototype, name);
    else Allow()(Change.prototype, name);
  }
  // Clients echo the whole row back (simple-rest does): what the server computes is passed over, not refused.
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
  return Change as unknown as Made<ChangeOf<R>>;
}

/** `class QuizRow extends rowDto(quizzes) {}`: the OpenAPI schema of a row as it is answered. */
export function rowDto<R extends ResourceDefinition<Fields>>(definition: R): Made<RowOf<R>> {
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
  return Row as unknown as Made<RowOf<R>>;
}

/**
 * `class MeDto extends answerDto(meAnswer) {}`: the OpenAPI schema of what is said in `contract`, under a name.
 * @param Base what it has besides
 */
export function answerDto<T extends object, B extends object = object>(answer: Answer<T>, Base?: Made<B>): Made<B & T> {
  class Told extends ((Base ?? Object) as Made<object>) {}
  for (const [name, schema] of Object.entries(answer.schema.properties ?? {}))
    // Nested fields name what they require; that they are there themselves is said apart.
    ApiProperty({ ...schema, selfRequired: true } as ApiPropertyOptions)(Told.prototype, name);
  return Told as unknown as Made<B & T>;
}
