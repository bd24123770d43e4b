import { useQuery } from '@tanstack/react-query';
import { LEARNER } from '../learner-data';
import { mergeSkillsAndTargets } from './own-skills';
import { apiGet } from '@/api/api-get';
import { dataKey } from '@/api/query-keys';

/** The levels and targets of one staff member, from two reports. */
export function useOwnSkills(staffId: string) {
  return useQuery({ queryKey: dataKey(LEARNER, 'skills', staffId), queryFn: () => fetchOwnSkills(staffId), retry: 1 });
}

async function fetchOwnSkills(staff_id: string) {
  const query = { staff_id };
  const [skills, targets] = await Promise.all([
    apiGet('reports/skill-wise/person', query),
    apiGet('reports/targeted-skills/person', query),
  ]);
  return { lines: mergeSkillsAndTargets(skills.rows, targets.rows), totals: targets.totals };
}
