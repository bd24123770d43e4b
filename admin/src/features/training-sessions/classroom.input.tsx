import type { InputProps } from '@/crud/resource-module';
import { ReferenceSelect } from '@/crud/form/reference-select';

/** Only classroom trainings have sessions. */
const CLASSROOM_FILTER = [{ field: 'type', operator: 'eq' as const, value: 'classroom' }];

export function ClassroomInput({ field, value, onChange, control }: InputProps) {
  const { id, disabled, onBlur, ...ariaProps } = control;
  return (
    <ReferenceSelect
      resource={field.resource ?? ''}
      value={value as string | null}
      onChange={onChange}
      hideArchived
      // Lazily loaded: without it the form would focus the second field.
      autoFocus={!value}
      baseFilters={CLASSROOM_FILTER}
      {...{ id, disabled, onBlur }}
      {...ariaProps}
    />
  );
}
