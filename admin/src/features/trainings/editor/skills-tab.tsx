import { Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import type { TrainingRow } from '@contract/trainings.resource';
import { FailedState } from '@/components/states';
import { SkillTable } from './skill-table';
import { readSkillList, skillListKey } from './skill-list';
import './skills-tab.css';

/** Which level of which skill a completion gives, and from which score on. */
export function SkillsTab({ row }: { row: TrainingRow }) {
  const query = useQuery({
    queryKey: skillListKey(row.id),
    queryFn: () => readSkillList(row.id),
    staleTime: 0,
  });
  if (query.isError && !query.data) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  return (
    <div className="sg-card">
      {query.data ? (
        <SkillTable training={row} list={query.data} reload={() => void query.refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 4 }} />
      )}
    </div>
  );
}
