import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { todayIn } from '@/components/dates';
import { formatDay } from '@/components/format';
import { useMe } from '@/crud/kit-context';
import { FailedState } from '@/components/states';
import { useApiQuery } from '@/api/use-api-query';

/** When somebody was employed: they count in reports on these days. A part of the person's page. */
export function Employments({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const { time_zone } = useMe();
  const query = useApiQuery(`staff/${staffId}/employments`);
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  const known = query.data;
  if (!known) return <Skeleton active paragraph={{ rows: 2 }} />;
  const isOngoing = (to_date: string | null) => to_date === null || to_date >= todayIn(time_zone);
  const day = (value: string) => formatDay(value, i18n.language);
  return (
    <>
      <p className="sg-soft">{t('staff.employments.note')}</p>
      <ol className="sg-lines sg-entries" reversed>
        {[...known].reverse().map(({ from_date, to_date }) => (
          <li key={from_date} aria-current={isOngoing(to_date) ? 'true' : undefined}>
            <strong>
              {to_date === null
                ? t('staff.held.since', { from: day(from_date) })
                : t('staff.held.between', { from: day(from_date), to: day(to_date) })}
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
