import { useTranslation } from 'react-i18next';
import type { StaffRow } from '@contract/staff.resource';
import { formatDay } from '@/components/format';
import type { CellProps } from '@/crud/resource-module';
import { statusTone } from '@/components/status';
import { StatusTag } from '@/components/status-tag';
import './staff.css';

/** Status tag, with a note on an expired invitation and on a last active day ahead. */
export function StaffStatus({
  status,
  last_active_day,
  invitation,
}: Pick<StaffRow, 'status' | 'last_active_day' | 'invitation'>) {
  const { t, i18n } = useTranslation();
  const isLeaving = last_active_day !== null && status !== 'left' && status !== 'anonymised';
  const isExpired = invitation === 'not_accepted';
  return (
    <span className="sg-row sg-wrap sg-gap-4">
      <StatusTag tone={isExpired ? 'warning' : (statusTone(status) ?? 'neutral')}>
        {t(`staff.choices.status.${status}`)}
      </StatusTag>
      {isExpired && <small className="stf-note sg-soft">{t('staff.choices.invitation.not_accepted')}</small>}
      {isLeaving && (
        <small className="sg-soft">{t('staff.leaves_on', { day: formatDay(last_active_day, i18n.language) })}</small>
      )}
    </span>
  );
}

export const StaffStatusCell = ({ row }: CellProps) => <StaffStatus {...(row as unknown as StaffRow)} />;
