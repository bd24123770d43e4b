import { useQuery } from '@tanstack/react-query';
import type { SkillEvidenceRow } from '@contract/skill-evidence.resource';
import type { SkillRow } from '@contract/skills.resource';
import { dataProvider, firstRows } from '@/api/data';
import { dataKey } from '@/api/query-keys';
import { LEARNER } from '../learner-data';

const SHOWN = 5;

export interface Gain {
  readonly evidence: SkillEvidenceRow;
  readonly skill_name: string;
}

/** The newest of the own ledger that counts or waits for its sign-off; two requests. Self-ratings are no gain. */
export function useLately(staffId: string) {
  return useQuery({
    queryKey: dataKey(LEARNER, 'lately', staffId),
    retry: 1,
    queryFn: async (): Promise<Gain[]> => {
      const narrow = new URLSearchParams({ staff_id: staffId });
      for (const state of ['approved', 'pending']) narrow.append('state', state);
      for (const kind of ['training', 'certificate', 'assessment', 'prior', 'import']) narrow.append('kind', kind);
      const { rows } = await firstRows<SkillEvidenceRow>('skill-evidence', narrow, SHOWN, [
        { field: 'effective_date', order: 'desc' },
      ]);
      const ids = rows.map((row) => row.skill_id);
      const skills = await dataProvider.getMany!<SkillRow>({ resource: 'skills', ids });
      const names = new Map(skills.data.map((row) => [row.skill_id, row.name]));
      return rows.map((evidence) => ({ evidence, skill_name: names.get(evidence.skill_id) ?? '' }));
    },
  });
}
