import { Segmented } from 'antd';
import type { InputProps } from '@/crud/resource-module';
import { useResourceLabels } from '@/components/resource-labels';
import './questions.css';

/** All kinds side by side; the options editor below follows the choice. */
export function KindInput({ name, field, definition, value, onChange, control }: InputProps) {
  const labels = useResourceLabels(definition);
  return (
    <Segmented
      className="qst-kind"
      {...control}
      aria-label={labels.field(name)}
      value={(value as string | null) ?? undefined}
      onChange={(next) => onChange?.(next)}
      options={(field.choices ?? []).map((choice) => ({ value: choice, label: labels.choice(name, choice) }))}
    />
  );
}
