import { useTranslation } from 'react-i18next';
import type { StaffRow } from '@contract/staff.resource';
import { formatDay } from '@/kit/format';
import type { CellProps } from '@/kit/module';
import { toneOf } from '@/kit/status';
import { StatusTag } from '@/kit/status-tag';

/** Status tag, with the last day of a staff member whose leaving is planned. */
export function StaffStatus({ status, last_active_day }: Pick<StaffRow, 'status' | 'last_active_day'>) {
  const { t, i18n } = useTranslation();
  const leaves = last_active_day !== null && status !== 'left' && status !== 'anonymised';
  return (
    <span className="sg-row sg-wrap sg-gap-4">
      <StatusTag tone={toneOf(status) ?? 'neutral'}>{t(`staff.choices.status.${status}`)}</StatusTag>
      {leaves && (
        <small className="sg-soft">{t('staff.leaves_on', { day: formatDay(last_active_day, i18n.language) })}</small>
      )}
    </span>
  );
}

export const StaffStatusCell = ({ row }: CellProps) => <StaffStatus {...(row as unknown as StaffRow)} />;
