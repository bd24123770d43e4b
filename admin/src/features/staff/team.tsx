import { useEffect } from 'react';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Row } from '@/crud/module';
import { Reassign } from '@/crud/removal/reassign';
import { Uses } from '@/crud/removal/uses';
import { FailedState } from '@/components/states';
import { staffModule } from './index';
import { useCount } from './person/counts';

/** Who reports to somebody that leaves, and who takes them over: their team would stand below an empty chair. */
export function Team({ row, name, known }: { row: Row; name: string; known: (isKnown: boolean) => void }) {
  const { t } = useTranslation();
  const count = useCount('staff', new URLSearchParams({ manager_id: row.id }));
  const isKnown = count.isSuccess;
  useEffect(() => known(isKnown), [known, isKnown]);
  // A team that could not be counted is not none: the person would leave, and nobody would have taken it over.
  if (count.isError) return <FailedState error={count.error} retry={() => void count.refetch()} />;
  if (!count.data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />;
  const { total, exact = true } = count.data;
  if (total === 0) return null;
  return (
    <section>
      <p>{t('staff.team', { name })}</p>
      <Uses module={staffModule} row={row} counts={[['staff', total]]} exact={exact} />
      <Reassign module={staffModule} row={row} name={name} onReassigned={() => undefined} />
    </section>
  );
}
