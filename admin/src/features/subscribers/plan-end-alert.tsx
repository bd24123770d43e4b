import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRACE_DAYS } from '@contract/subscription-limits';
import type { Dayjs } from 'dayjs';
import { dayAfter } from '@/components/dates';
import { formatDay } from '@/components/format';

/** Explains before saving what the last day means: valid, grace period or expired. */
export function PlanEndAlert({ lastDay, today }: { lastDay: Dayjs | null | undefined; today: string }) {
  const { t, i18n } = useTranslation();
  if (!lastDay) return null;
  const day = lastDay.format('YYYY-MM-DD');
  const last = dayAfter(day, GRACE_DAYS);
  const textValues = { day: formatDay(day, i18n.language), last: formatDay(last, i18n.language) };
  const state = day >= today ? 'valid' : last >= today ? 'grace' : 'over';
  return (
    <Alert
      type={state === 'valid' ? 'info' : 'warning'}
      showIcon
      role="status"
      message={t(`subscribers.plan.means_${state}`, textValues)}
    />
  );
}
