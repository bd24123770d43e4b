import { useEffect } from 'react';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '@/crud/resource-module';
import { Reassign } from '@/crud/removal/reassign';
import { UsageList } from '@/crud/removal/usage-list';
import { FailedState } from '@/components/state-panels';
import { staffModule } from './index';
import { useRowCount } from './person/use-counts';

/** Direct reports of a leaving person, to be reassigned. @param known called with true once they are counted */
export function DirectReports({ row, name, known }: { row: Row; name: string; known: (isCounted: boolean) => void }) {
  const { t } = useTranslation();
  const count = useRowCount('staff', new URLSearchParams({ manager_id: row.id }));
  const isCounted = count.isSuccess;
  useEffect(() => known(isCounted), [known, isCounted]);
  // A failed count must not be taken for an empty team: the reports would be left without a manager.
  if (count.isError) return <FailedState error={count.error} retry={() => void count.refetch()} />;
  if (!count.data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const { total, exact = true } = count.data;
  if (total === 0) return null;
  return (
    <section>
      <p>{t('staff.team', { name })}</p>
      <UsageList module={staffModule} row={row} counts={[['staff', total]]} exact={exact} />
      <Reassign module={staffModule} row={row} name={name} onReassigned={() => undefined} />
    </section>
  );
}
