import type { InputProps } from '@/crud/module';
import { useRowName } from '@/crud/names';

/** Inside its training's editor a quiz belongs to that training: said, not asked. */
export function FixedTraining({ value, field }: InputProps) {
  return <strong>{useRowName(field.resource ?? '', value as string | null) ?? ''}</strong>;
}
