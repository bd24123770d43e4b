import type { PipeTransform, Type } from '@nestjs/common';
import { Malformed } from '../platform/errors/app-error';
import { ValidationPipe } from '../platform/http/validation.pipe';

/** `@Body(new ListBody(TrainingSkillsWrite)) body`: a bare JSON array, judged as the `rows` of a DTO (a class is no array). */
export class ListBody<T extends { rows: unknown[] }> implements PipeTransform<unknown, Promise<T['rows']>> {
  constructor(private readonly dto: Type<T>) {}

  async transform(value: unknown): Promise<T['rows']> {
    if (!Array.isArray(value)) throw new Malformed('The body must be a JSON array.');
    const validated = await new ValidationPipe().transform(
      { rows: value as unknown[] },
      { type: 'body', metatype: this.dto },
    );
    return (validated as T).rows;
  }
}
