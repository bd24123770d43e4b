import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { HeldRole } from '@contract/staff-answers';
import { formatDay } from '@/components/format';
import { useRowNames } from '@/crud/names';
import { FailedState } from '@/components/states';
import { useApiQuery } from '@/api/use-api-query';

/** Which job role somebody had when: what a role asks for is asked of whoever had it on the day. A part of the person's page. */
export function JobRolesHeld({ staffId }: { staffId: string }) {
  const { t, i18n } = useTranslation();
  const query = useApiQuery(`staff/${staffId}/job-roles`);
  const held = query.data;
  const ids = (held ?? []).map((each) => each.job_role_id).filter((id): id is string => id !== null);
  const names = useRowNames('job-roles', [...new Set(ids)]);
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!held) return <Skeleton active paragraph={{ rows: 2 }} />;
  const day = (value: string) => formatDay(value, i18n.language);
  const when = ({ from_date, to_date }: HeldRole): string => {
    if (from_date === null)
      return to_date === null ? t('staff.held.always') : t('staff.held.until', { to: day(to_date) });
    if (to_date === null) return t('staff.held.since', { from: day(from_date) });
    return t('staff.held.between', { from: day(from_date), to: day(to_date) });
  };
  return (
    <>
      <p className="sg-soft">{t('staff.held.note')}</p>
      <ol className="sg-lines sg-entries" reversed>
        {[...held].reverse().map((each) => (
          <li key={each.to_date ?? 'now'} aria-current={each.to_date === null ? 'true' : undefined}>
            <strong>{each.job_role_id === null ? t('staff.held.none') : (names.get(each.job_role_id) ?? '…')}</strong>
            <span className="sg-soft">{when(each)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}
