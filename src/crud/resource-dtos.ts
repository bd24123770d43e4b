import type { Type } from '@nestjs/common';
import { changeDto, rowDto, writeDto } from '../common/rest/dto';
import { getResourceMetadata } from '../tenancy/resource-metadata';

export interface ResourceDtos {
  readonly write: Type<object>;
  readonly change: Type<object>;
  readonly row: Type<object>;
}
const dtosByEntity = new Map<Type<object>, ResourceDtos>();

/** Derived from the definition and named after the entity (`SkillWrite`, `SkillChange`, `SkillRowDto`); cached. */
export function getResourceDtos(entity: Type<object>): ResourceDtos {
  const cached = dtosByEntity.get(entity);
  if (cached) return cached;
  const { definition, schema } = getResourceMetadata(entity);
  const dtos = {
    write: withClassName(`${schema}Write`, class extends writeDto(definition) {}),
    change: withClassName(`${schema}Change`, class extends changeDto(definition) {}),
    row: withClassName(`${schema}RowDto`, class extends rowDto(definition) {}),
  };
  dtosByEntity.set(entity, dtos);
  return dtos;
}

/** Sets the class name shown in stack traces and in the OpenAPI document. */
export function withClassName<C extends Type<object>>(name: string, type: C): C {
  Object.defineProperty(type, 'name', { value: name });
  return type;
}
