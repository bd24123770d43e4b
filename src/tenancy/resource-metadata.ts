import type { Type } from '@nestjs/common';
import type { Fields } from '../contract/fields';
import { getAuditSubject, type ResourceDefinition } from '../contract/resource';
import { Searchable, SearchableAcrossCustomers } from './search-index';

export interface ResourceRegistrationOptions {
  /** For texts: `job role` */
  noun: string;
  /** Columns whose records name this one, if it has no name of its own. */
  named_by?: readonly string[];
  /** Searchable across customers by this column (tenancy/search-index.ts); the resource exists across customers. */
  found_above_by?: string;
  /** Prefix of the DTO class names in the OpenAPI document. Default: entity name. */
  schema?: string;
}

/** A resource registered by `@Resource` on its entity. */
export interface ResourceMetadata {
  readonly entity: Type<object>;
  readonly definition: ResourceDefinition<Fields>;
  readonly noun: string;
  readonly subject: string;
  readonly schema: string;
  readonly named_by: readonly string[];
  /** The resource exists across customers (tenancy/shared-record.repository.ts). */
  readonly isShared: boolean;
}

/** Columns that ResourceService needs. */
export interface ResourceRecord {
  /** Absent on tables without a customer. */
  customer_id?: number;
  row_version: number;
}

const resourcesByEntity = new Map<unknown, ResourceMetadata>();

/**
 * `@Resource(departments, { noun: 'department' })`: registers the entity of a resource. Service, controller, DTOs,
 * audit names and generated tests use it.
 */
export const Resource =
  (definition: ResourceDefinition<Fields>, options: ResourceRegistrationOptions): ClassDecorator =>
  (target) => {
    const entity = target as unknown as Type<object>;
    const { noun, schema = entity.name, named_by = [] } = options;
    const isShared = options.found_above_by !== undefined;
    resourcesByEntity.set(entity, {
      entity,
      definition,
      noun,
      subject: getAuditSubject(definition),
      schema,
      named_by,
      isShared,
    });
    if (!definition.searched_by_words) return;
    const searchDecorator = options.found_above_by
      ? SearchableAcrossCustomers(definition, options.found_above_by)
      : Searchable(definition);
    searchDecorator(target);
  };

/** @throws if the entity has no `@Resource` */
export function getResourceMetadata(entity: Type<object>): ResourceMetadata {
  const metadata = resourcesByEntity.get(entity);
  if (!metadata) throw new Error(`${entity.name} has no resource: add @Resource(definition, { noun })`);
  return metadata;
}

/** @param subject type in audit events */
export const findResourceBySubject = (subject: string): ResourceMetadata | undefined =>
  [...resourcesByEntity.values()].find((metadata) => metadata.subject === subject);

/** All loaded modules. */
export const listResources = (): readonly ResourceMetadata[] => [...resourcesByEntity.values()];
