import { useTranslation } from 'react-i18next';
import type { CellProps } from '@/crud/resource-module';

/** The person or API key by name, with the user name or role below it; without a name, the role. */
export function WhoCell({ value, row }: CellProps) {
  const { t } = useTranslation();
  const name = row.who_name as string | null;
  const role = t(`audit-events.choices.role.${String(row.role)}`);
  if (!value && !name) return <span className="sg-faint">{role}</span>;
  if (!name || name === value) return <bdi className="kit-clip">{String(value)}</bdi>;
  return (
    <span className="audit-who sg-stack">
      <bdi className="kit-clip">{name}</bdi>
      <small>
        <bdi>{value ? String(value) : role}</bdi>
      </small>
    </span>
  );
}
