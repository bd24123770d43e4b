import { useQuery } from '@tanstack/react-query';
import { LEARNER } from '../learner-data';
import { bySkill } from './own-skills';
import { read } from '@/api/read';
import { dataKey } from '@/api/query-keys';

/** What the learner can do and what is asked of them, in two requests however many skills there are. */
export function useOwnSkills(staffId: string) {
  return useQuery({ queryKey: dataKey(LEARNER, 'skills', staffId), queryFn: () => ownSkills(staffId), retry: 1 });
}

async function ownSkills(staff_id: string) {
  const asked = { staff_id };
  const [held, targeted] = await Promise.all([
    read('reports/skill-wise/person', asked),
    read('reports/targeted-skills/person', asked),
  ]);
  return { lines: bySkill(held.rows, targeted.rows), totals: targeted.totals };
}
