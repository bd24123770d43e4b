import { Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import type { TrainingRow } from '@contract/trainings.resource';
import { FailedState } from '@/components/state-panels';
import { SkillTable } from './skill-table';
import { fetchSkillList, skillListKey } from './skill-list';
import './skills-tab.css';

/** Skill levels that a completion gives, by minimum score. */
export function SkillsTab({ row }: { row: TrainingRow }) {
  const query = useQuery({
    queryKey: skillListKey(row.id),
    queryFn: () => fetchSkillList(row.id),
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
