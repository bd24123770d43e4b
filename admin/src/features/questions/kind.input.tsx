import { Segmented } from 'antd';
import type { InputProps } from '@/crud/module';
import { useWords } from '@/components/words';
import './questions.css';

/** Three kinds, all in view: the options below change with the choice. */
export function KindInput({ name, field, definition, value, onChange, control }: InputProps) {
  const words = useWords(definition);
  return (
    <Segmented
      className="qst-kind"
      {...control}
      aria-label={words.field(name)}
      value={(value as string | null) ?? undefined}
      onChange={(next) => onChange?.(next)}
      options={(field.choices ?? []).map((choice) => ({ value: choice, label: words.choice(name, choice) }))}
    />
  );
}
