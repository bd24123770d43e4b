import { useWords } from '@/kit/words';
import type { CellProps } from '@/kit/module';
import type { Tone } from '@/kit/status';
import { StatusTag } from '@/kit/status-tag';

const TONES: Readonly<Record<string, Tone>> = { A: 'success', S: 'warning', C: 'neutral' };

/** One letter in the specification's data; a word and a colour for people. */
export function CustomerStatusCell({ name, value, definition }: CellProps) {
  const words = useWords(definition);
  return <StatusTag tone={TONES[String(value)] ?? 'neutral'}>{words.choice(name, String(value))}</StatusTag>;
}
