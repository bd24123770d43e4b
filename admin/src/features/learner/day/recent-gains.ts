import { useQuery } from '@tanstack/react-query';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import type { SkillRow } from '@contract/skills.resource';
import { dataProvider, fetchFirstRows } from '@/api/data-provider';
import { dataKey } from '@/api/query-keys';
import { LEARNER } from '../learner-data';

const ROW_LIMIT = 5;

export interface RecentGain {
  readonly evidence: SkillEvidenceRow;
  readonly skill_name: string;
}

/** The newest evidence that is approved or pending. Self-ratings are excluded. Sends two requests. */
export function useRecentGains(staffId: string) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'lately', staffId),
    retry: 1,
    queryFn: async (): Promise<RecentGain[]> => {
      const filter = new URLSearchParams({ staff_id: staffId });
      for (const state of ['approved', 'pending']) filter.append('state', state);
      for (const kind of ['training', 'certificate', 'assessment', 'prior', 'import']) filter.append('kind', kind);
      const { rows } = await fetchFirstRows<SkillEvidenceRow>('skill-evidence', filter, ROW_LIMIT, [
        { field: 'effective_date', order: 'desc' },
      ]);
      const ids = rows.map((row) => row.skill_id);
      const skills = await dataProvider.getMany!<SkillRow>({ resource: 'skills', ids });
      const names = new Map(skills.data.map((row) => [row.skill_id, row.name]));
      return rows.map((evidence) => ({ evidence, skill_name: names.get(evidence.skill_id) ?? '' }));
    },
  });
}
