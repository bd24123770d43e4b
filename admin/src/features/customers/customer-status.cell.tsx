import { useWords } from '@/components/words';
import type { CellProps } from '@/crud/module';
import type { Tone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';

const TONES: Readonly<Record<string, Tone>> = { A: 'success', S: 'warning', C: 'neutral' };

/** One letter in the specification's data; a word and a colour for people. */
export function CustomerStatusCell({ name, value, definition }: CellProps) {
  const words = useWords(definition);
  return <StatusTag tone={TONES[String(value)] ?? 'neutral'}>{words.choice(name, String(value))}</StatusTag>;
}
