import { Param, type PipeTransform } from '@nestjs/common';
import { NotFound } from '../errors/app-error';
import { isId } from '../ids';

/** What is no id names nothing: 404, as for a foreign one. */
class KnownForm implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!isId(value)) throw new NotFound();
    return value;
  }
}

/** `@IdParam() id: string`: a record's id from the path. */
export const IdParam = (name = 'id'): ParameterDecorator => Param(name, new KnownForm());

class KnownNumber implements PipeTransform<string, number> {
  transform(value: string): number {
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new NotFound();
    return Number(value);
  }
}

/** `@NumberParam() id: number`: the key of the few tables of the directory that are numbered. */
export const NumberParam = (name = 'id'): ParameterDecorator => Param(name, new KnownNumber());
