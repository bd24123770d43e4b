import { useQuery } from '@tanstack/react-query';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import type { SkillRow } from '@contract/skills.resource';
import { http } from '@/client/http';
import { LEARNER } from '../learner-data';

const SHOWN = 5;

export interface Gain {
  readonly evidence: SkillEvidenceRow;
  readonly skill_name: string;
}

/** The newest of the own ledger that counts or waits for its sign-off; two requests. Self-ratings are no gain. */
export function useLately(staffId: string) {
  return useQuery({
    queryKey: [LEARNER, 'lately', staffId],
    queryFn: async (): Promise<Gain[]> => {
      const query = new URLSearchParams({ staff_id: staffId, _start: '0', _end: String(SHOWN) });
      query.append('_sort', 'effective_date');
      query.append('_order', 'desc');
      for (const state of ['approved', 'pending']) query.append('state', state);
      for (const kind of ['training', 'certificate', 'assessment', 'prior', 'import']) query.append('kind', kind);
      const { data } = await http.get<SkillEvidenceRow[]>(`/api/skill-evidence?${query.toString()}`);
      if (data.length === 0) return [];
      const ids = new URLSearchParams([...new Set(data.map((row) => row.skill_id))].map((id) => ['id', id]));
      const skills = (await http.get<SkillRow[]>(`/api/skills?${ids.toString()}`)).data;
      const names = new Map(skills.map((row) => [row.skill_id, row.name]));
      return data.map((evidence) => ({ evidence, skill_name: names.get(evidence.skill_id) ?? '' }));
    },
  });
}
