import { useQuery } from '@tanstack/react-query';
import type { RowsAnswer } from '@contract/report-answers';
import { http } from '@/app/providers/http';
import { LEARNER } from '../learner-data';
import { bySkill, type OwnSkill, type OwnTarget } from './own-skills';

/** What the learner can do and what is asked of them, in two requests however many skills there are. */
export function useOwnSkills(staffId: string) {
  return useQuery({ queryKey: [LEARNER, 'skills', staffId], queryFn: () => ownSkills(staffId) });
}

async function ownSkills(staff_id: string) {
  const ask = async <R>(path: string) =>
    (await http.get<RowsAnswer<R>>(`/api/reports/${path}`, { params: { staff_id } })).data;
  const [held, targeted] = await Promise.all([ask<OwnSkill>('skill-wise'), ask<OwnTarget>('targeted-skills')]);
  return { lines: bySkill(held.rows, targeted.rows), totals: targeted.totals };
}
