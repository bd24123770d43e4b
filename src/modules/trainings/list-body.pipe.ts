import type { PipeTransform, Type } from '@nestjs/common';
import { MalformedRequestError } from '../../common/errors/app-error';
import { DtoValidationPipe } from '../../common/http/dto-validation.pipe';

/** Validates a bare JSON array as the `rows` of a DTO: `@Body(new ListBodyPipe(TrainingSkillsWrite)) body`. */
export class ListBodyPipe<T extends { rows: unknown[] }> implements PipeTransform<unknown, Promise<T['rows']>> {
  constructor(private readonly dto: Type<T>) {}

  async transform(value: unknown): Promise<T['rows']> {
    if (!Array.isArray(value)) throw new MalformedRequestError('The body must be a JSON array.');
    const validated = await new DtoValidationPipe().transform(
      { rows: value as unknown[] },
      { type: 'body', metatype: this.dto },
    );
    return (validated as T).rows;
  }
}
