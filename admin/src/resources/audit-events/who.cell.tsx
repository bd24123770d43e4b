import { useTranslation } from 'react-i18next';
import type { CellProps } from '@/kit/module';

/** The person by name, with the user name below it; where nobody signed in, what acted instead. */
export function WhoCell({ value, row }: CellProps) {
  const { t } = useTranslation();
  const name = row.who_name as string | null;
  if (!value) return <span className="sg-faint">{t(`audit-events.choices.role.${String(row.role)}`)}</span>;
  if (!name || name === value) return <bdi className="kit-clip">{String(value)}</bdi>;
  return (
    <span className="audit-who sg-stack">
      <bdi className="kit-clip">{name}</bdi>
      <small>
        <bdi>{String(value)}</bdi>
      </small>
    </span>
  );
}
