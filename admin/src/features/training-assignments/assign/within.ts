import type { CrudFilter } from '@refinedev/core';
import type { ResourceDefinition } from '@contract/resource';
import { crudFilters, type ListState } from '@/crud/list/list-state';

/** What is always in force of a choice: only rows with one of these. */
export interface Within {
  readonly field: string;
  readonly values: readonly string[];
}

/**
 * What a picker asks for. Two conditions on one field are an "or" to the list: a filter takes the place of what is always in
 * force, as far as it lies within. Pure.
 */
export function filtersWithin({ field, values }: Within, state: ListState): CrudFilter[] {
  const chosen = state.filters
    .filter((each) => each.field === field)
    .flatMap((each) => each.values.filter((value) => values.includes(value)));
  const others = { ...state, filters: state.filters.filter((each) => each.field !== field) };
  return [{ field, operator: 'in', value: chosen.length ? chosen : [...values] }, ...crudFilters(others)];
}

/** The definition with no more to choose from than can be found; one value is no choice. Pure. */
export function definitionWithin({ field, values }: Within, definition: ResourceDefinition): ResourceDefinition {
  const known = definition.fields[field];
  if (!known) return definition;
  const own = { ...known, choices: values, filter: values.length > 1 };
  return { ...definition, fields: { ...definition.fields, [field]: own } } as ResourceDefinition;
}
