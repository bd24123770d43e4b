import type { Type } from '@nestjs/common';
import { changeDto, rowDto, writeDto } from '../../platform/definitions/dto';
import { keptBy } from './kept';

/** The classes of a resource's bodies and rows. */
export interface ResourceDtos {
  readonly write: Type<object>;
  readonly change: Type<object>;
  readonly row: Type<object>;
}
const made = new Map<Type<object>, ResourceDtos>();

/** From the definition, named after the entity (`SkillWrite`, `SkillChange`, `SkillRowDto`); made once. */
export function dtosOf(entity: Type<object>): ResourceDtos {
  const known = made.get(entity);
  if (known) return known;
  const { definition, schema } = keptBy(entity);
  const dtos = {
    write: named(`${schema}Write`, class extends writeDto(definition) {}),
    change: named(`${schema}Change`, class extends changeDto(definition) {}),
    row: named(`${schema}RowDto`, class extends rowDto(definition) {}),
  };
  made.set(entity, dtos);
  return dtos;
}

/** As stack traces and the API's document call it. */
export function named<C extends Type<object>>(name: string, type: C): C {
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
