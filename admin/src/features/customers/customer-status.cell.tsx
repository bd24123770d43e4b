import { useResourceLabels } from '@/components/resource-labels';
import type { CellProps } from '@/crud/resource-module';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';

const TONES: Readonly<Record<string, Tone>> = { A: 'success', S: 'warning', C: 'neutral' };

/** The status letter of docs/specification.md as a labelled tag. */
export function CustomerStatusCell({ name, value, definition }: CellProps) {
  const labels = useResourceLabels(definition);
  return <StatusTag tone={TONES[String(value)] ?? 'neutral'}>{labels.choice(name, String(value))}</StatusTag>;
}
