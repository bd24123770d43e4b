import { Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import type { TrainingRow, TrainingSkillRow } from '@contract/trainings.resource';
import { http } from '@/app/providers/http';
import { FailedState } from '@/kit/states';
import { SkillTable } from './skill-table';
import './skills-tab.css';

/** Which level of which skill a completion gives, and from which score on. */
export function SkillsTab({ row }: { row: TrainingRow }) {
  const query = useQuery({
    queryKey: ['data', 'default', 'trainings', 'skills', row.id],
    queryFn: async () => (await http.get<TrainingSkillRow[]>(`/api/trainings/${row.id}/skills`)).data,
    staleTime: 0,
    retry: false,
  });
  if (query.isError && !query.data) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  return (
    <div className="sg-card">
      {query.data ? <SkillTable training={row} rows={query.data} /> : <Skeleton active paragraph={{ rows: 4 }} />}
    </div>
  );
}
