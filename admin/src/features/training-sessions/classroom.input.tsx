import type { InputProps } from '@/crud/module';
import { ReferenceSelect } from '@/crud/form/reference-select';

/** Only classroom trainings have sessions. */
const CLASSROOM = [{ field: 'type', operator: 'eq' as const, value: 'classroom' }];

export function ClassroomInput({ field, value, onChange, control }: InputProps) {
  const { id, disabled, onBlur, ...described } = control;
  return (
    <ReferenceSelect
      resource={field.resource ?? ''}
      value={value as string | null}
      onChange={onChange}
      hideArchived
      // The first of its form, and fetched with it: the focus would have gone to the second.
      autoFocus={!value}
      within={CLASSROOM}
      {...{ id, disabled, onBlur }}
      {...described}
    />
  );
}
