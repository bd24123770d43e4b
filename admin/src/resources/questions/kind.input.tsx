import { Segmented } from 'antd';
import type { InputProps } from '@/kit/module';
import { useWords } from '@/kit/words';
import './questions.css';

/** Three kinds, all in view: the options below change with the choice. */
export function KindInput({ id, name, field, definition, value, onChange, disabled }: InputProps) {
  const words = useWords(definition);
  return (
    <Segmented
      className="qst-kind"
      id={id}
      aria-label={words.field(name)}
      value={(value as string | null) ?? undefined}
      onChange={(next) => onChange?.(next)}
      disabled={disabled}
      options={(field.choices ?? []).map((choice) => ({ value: choice, label: words.choice(name, choice) }))}
    />
  );
}
