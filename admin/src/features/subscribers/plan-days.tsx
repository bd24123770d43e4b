import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { GRACE_DAYS } from '@contract/subscription-rules';
import type { Dayjs } from 'dayjs';
import { dayAfter } from '@/components/dates';
import { formatDay } from '@/components/format';

/** What a last day means for the organisation, said before it is saved. */
export function EndMeaning({ until, today }: { until: Dayjs | null | undefined; today: string }) {
  const { t, i18n } = useTranslation();
  if (!until) return null;
  const day = until.format('YYYY-MM-DD');
  const last = dayAfter(day, GRACE_DAYS);
  const words = { day: formatDay(day, i18n.language), last: formatDay(last, i18n.language) };
  const state = day >= today ? 'valid' : last >= today ? 'grace' : 'over';
  return (
    <Alert
      type={state === 'valid' ? 'info' : 'warning'}
      showIcon
      role="status"
      message={t(`subscribers.plan.means_${state}`, words)}
    />
  );
}
