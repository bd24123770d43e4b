import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { JobRolePeriod } from '@contract/staff.responses';
import { formatDay } from '@/components/format';
import { useRowNames } from '@/crud/row-names';
import { FailedState } from '@/components/state-panels';
import { useApiQuery } from '@/api/use-api-query';

/** Job roles of a person over time; the targets of a role apply on the days the person held it. */
export function JobRoleHistory({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const query = useApiQuery(`staff/${staffId}/job-roles`);
  const history = query.data;
  const ids = (history ?? []).map((each) => each.job_role_id).filter((id): id is string => id !== null);
  const names = useRowNames('job-roles', [...new Set(ids)]);
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!history) return <Skeleton active paragraph={{ rows: 2 }} />;
  const dayText = (value: string) => formatDay(value, i18n.language);
  const periodText = ({ from_date, to_date }: JobRolePeriod): string => {
    if (from_date === null)
      return to_date === null ? t('staff.held.always') : t('staff.held.until', { to: dayText(to_date) });
    if (to_date === null) return t('staff.held.since', { from: dayText(from_date) });
    return t('staff.held.between', { from: dayText(from_date), to: dayText(to_date) });
  };
  return (
    <>
      <p className="sg-soft">{t('staff.held.note')}</p>
      <ol className="sg-lines sg-entries" reversed>
        {[...history].reverse().map((each) => (
          <li key={each.to_date ?? 'now'} aria-current={each.to_date === null ? 'true' : undefined}>
            <strong>{each.job_role_id === null ? t('staff.held.none') : (names.get(each.job_role_id) ?? '…')}</strong>
            <span className="sg-soft">{periodText(each)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
