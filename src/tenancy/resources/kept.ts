import type { Type } from '@nestjs/common';
import type { Fields } from '../../contract/fields';
import { subjectOf, type ResourceDefinition } from '../../contract/resource';
import { FoundByWords, FoundByWordsAbove } from '../search-words';

/** What a resource is besides its definition. */
export interface KeptOptions {
  /** As a person calls one: `job role`. */
  noun: string;
  /** It has no name of its own: the records behind these columns say which one it is. */
  named_by?: readonly string[];
  /** Searched in over all organisations, by this column: its records stand above them (tenancy/search-words.ts). */
  found_above_by?: string;
  /** What the classes of its bodies and rows are called in the API's document; left out: the entity's name. */
  schema?: string;
}

/** A resource as it is registered: once, by `@Keeps` on the entity that keeps it (house.md §3). */
export interface Kept {
  readonly entity: Type<object>;
  readonly definition: ResourceDefinition<Fields>;
  readonly noun: string;
  readonly subject: string;
  readonly schema: string;
  readonly named_by: readonly string[];
  /** It stands above organisations (tenancy/shared-records.ts). */
  readonly isShared: boolean;
}

/** What the engine asks of a record. */
export interface KeptRecord {
  /** Absent where it is nobody's. */
  customer_id?: number;
  row_version: number;
}

const registered = new Map<unknown, Kept>();

/**
 * `@Keeps(departments, { noun: 'department' })`: this entity keeps the rows of that resource. Service, controller, bodies,
 * audit vocabulary and what the tests walk come from here.
 */
export const Keeps =
  (definition: ResourceDefinition<Fields>, options: KeptOptions): ClassDecorator =>
  (target) => {
    const entity = target as unknown as Type<object>;
    const { noun, schema = entity.name, named_by = [] } = options;
    const isShared = options.found_above_by !== undefined;
    registered.set(entity, { entity, definition, noun, subject: subjectOf(definition), schema, named_by, isShared });
    if (!definition.searched_by_words) return;
    const words = options.found_above_by
      ? FoundByWordsAbove(definition, options.found_above_by)
      : FoundByWords(definition);
    words(target);
  };

/** @throws when nothing has been said of the entity */
export function keptBy(entity: Type<object>): Kept {
  const kept = registered.get(entity);
  if (!kept) throw new Error(`${entity.name} keeps no resource: give it @Keeps(definition, { noun })`);
  return kept;
}

/** By what the audit trail calls it. */
export const resourceOfSubject = (subject: string): Kept | undefined =>
  [...registered.values()].find((kept) => kept.subject === subject);

/** Of every module that has been loaded. */
export const everyKept = (): readonly Kept[] => [...registered.values()];
