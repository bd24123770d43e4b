import { useQuery } from '@tanstack/react-query';
import type { SkillsOfPersonAnswer, TargetsOfPersonAnswer } from '@contract/report-answers';
import { http } from '@/client/http';
import { LEARNER } from '../learner-data';
import { bySkill } from './own-skills';

/** What the learner can do and what is asked of them, in two requests however many skills there are. */
export function useOwnSkills(staffId: string) {
  return useQuery({ queryKey: [LEARNER, 'skills', staffId], queryFn: () => ownSkills(staffId) });
}

async function ownSkills(staff_id: string) {
  const asked = { params: { staff_id } };
  const [held, targeted] = await Promise.all([
    http.get<SkillsOfPersonAnswer>('/api/reports/skill-wise/person', asked),
    http.get<TargetsOfPersonAnswer>('/api/reports/targeted-skills/person', asked),
  ]);
  return { lines: bySkill(held.data.rows, targeted.data.rows), totals: targeted.data.totals };
}
