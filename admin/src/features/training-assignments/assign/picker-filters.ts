import type { CrudFilter } from '@refinedev/core';
import type { ResourceDefinition } from '@contract/resource';
import { crudFilters, type ListState } from '@/crud/list/list-state';

/** Limits the rows of a picker: the field must have one of these values. */
export interface BaseFilter {
  readonly field: string;
  readonly values: readonly string[];
}

/**
 * Filters of a picker request. Two conditions on one field mean "or" in the list API, so the user's filter replaces the
 * base filter, limited to its values.
 */
export function buildPickerFilters({ field, values }: BaseFilter, state: ListState): CrudFilter[] {
  const chosenValues = state.filters
    .filter((each) => each.field === field)
    .flatMap((each) => each.values.filter((value) => values.includes(value)));
  const otherState = { ...state, filters: state.filters.filter((each) => each.field !== field) };
  return [
    { field, operator: 'in', value: chosenValues.length ? chosenValues : [...values] },
    ...crudFilters(otherState),
  ];
}

/** Offers only the values of the base filter as choices; a single value is no filter. */
export function restrictFilterChoices(
  { field, values }: BaseFilter,
  definition: ResourceDefinition,
): ResourceDefinition {
  const baseField = definition.fields[field];
  if (!baseField) return definition;
  const restrictedField = { ...baseField, choices: values, filter: values.length > 1 };
  return { ...definition, fields: { ...definition.fields, [field]: restrictedField } } as ResourceDefinition;
}
