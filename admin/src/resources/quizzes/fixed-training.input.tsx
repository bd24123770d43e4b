import type { InputProps } from '@/kit/module';
import { useRowName } from '@/kit/names';

/** Inside its training's editor a quiz belongs to that training: said, not asked. */
export function FixedTraining({ value, field }: InputProps) {
  return <strong>{useRowName(field.resource ?? '', value as string | null) ?? ''}</strong>;
}
