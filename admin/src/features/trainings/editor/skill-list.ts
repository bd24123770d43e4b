import type { TrainingSkillRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { bodyOf, type SkillLine } from './skill-lines';

/** What a training gives, and the revision by which the server knows that nobody else has saved another list since. */
export interface SkillList {
  readonly rows: readonly TrainingSkillRow[];
  readonly revision: string | undefined;
}

export const skillListKey = (training_id: string) => dataKey('trainings', 'skills', training_id);

const listOf = ({ data, headers }: { data: TrainingSkillRow[]; headers: Record<string, unknown> }): SkillList => ({
  rows: data,
  revision: headers['x-content-revision'] as string | undefined,
});

export const readSkillList = async (training_id: string): Promise<SkillList> =>
  listOf((await http.get<TrainingSkillRow[]>(`/api/trainings/${training_id}/skills`)) as never);

/** Without a revision it is saved over whatever stands there. Throws `ApiError` (412: somebody else was faster). */
export const saveSkillList = async (
  training_id: string,
  lines: readonly SkillLine[],
  revision: string | undefined,
): Promise<SkillList> => {
  const query = revision === undefined ? '' : `?content_revision=${revision}`;
  return listOf((await http.put(`/api/trainings/${training_id}/skills${query}`, bodyOf(lines))) as never);
};
