import { Param, type PipeTransform } from '@nestjs/common';
import { NotFoundError } from '../errors/app-error';
import { isId } from '../ids';

/** A malformed id answers 404, like the id of another customer. */
class IdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new NotFoundError();
    return value;
  }
}

/** `@IdParam() id: string`: a record's id from the path. */
export const IdParam = (name = 'id'): ParameterDecorator => Param(name, new IdPipe());

class NumberIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new NotFoundError();
    return Number(value);
  }
}

/** `@NumberParam() id: number`: a numeric key from the path (customers, packages). */
export const NumberParam = (name = 'id'): ParameterDecorator => Param(name, new NumberIdPipe());
