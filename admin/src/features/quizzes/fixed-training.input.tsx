import type { InputProps } from '@/crud/resource-module';
import { useRowName } from '@/crud/row-names';

/** Read-only training field of a quiz that is edited inside its training. */
export function FixedTraining({ value, field }: InputProps) {
  return <strong>{useRowName(field.resource ?? '', value as string | null) ?? ''}</strong>;
}
