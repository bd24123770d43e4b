import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { todayIn } from '@/components/dates';
import { formatDay } from '@/components/format';
import { useAccount } from '@/crud/crud-context';
import { FailedState } from '@/components/state-panels';
import { useApiQuery } from '@/api/use-api-query';

/** Employment periods of a person; reports count the person on these days only. */
export function EmploymentHistory({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useAccount();
  const query = useApiQuery(`staff/${staffId}/employments`);
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  const employments = query.data;
  if (!employments) return <Skeleton active paragraph={{ rows: 2 }} />;
  const isOngoing = (to_date: string | null) => to_date === null || to_date >= todayIn(time_zone);
  const dayText = (value: string) => formatDay(value, i18n.language);
  return (
    <>
      <p className="sg-soft">{t('staff.employments.note')}</p>
      <ol className="sg-lines sg-entries" reversed>
        {[...employments].reverse().map(({ from_date, to_date }) => (
          <li key={from_date} aria-current={isOngoing(to_date) ? 'true' : undefined}>
            <strong>
              {to_date === null
                ? t('staff.held.since', { from: dayText(from_date) })
                : t('staff.held.between', { from: dayText(from_date), to: dayText(to_date) })}
            </strong>
            <span className="sg-soft">
              {t(isOngoing(to_date) ? 'staff.employments.present' : 'staff.employments.ended')}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
