import type { TrainingSkillRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { toRequestBody, type TrainingSkillLine } from './skill-lines';

/** `revision` is sent back on save, so that the server detects concurrent changes. */
export interface SkillList {
  readonly rows: readonly TrainingSkillRow[];
  readonly revision: string | undefined;
}

export const skillListKey = (training_id: string) => dataKey('trainings', 'skills', training_id);

const toSkillList = ({ data, headers }: { data: TrainingSkillRow[]; headers: Record<string, unknown> }): SkillList => ({
  rows: data,
  revision: headers['x-content-revision'] as string | undefined,
});

export const fetchSkillList = async (training_id: string): Promise<SkillList> =>
  toSkillList((await http.get<TrainingSkillRow[]>(`/api/trainings/${training_id}/skills`)) as never);

/** Overwrites without a revision. Throws `ApiError`, 412 after a concurrent change. */
export const saveSkillList = async (
  training_id: string,
  lines: readonly TrainingSkillLine[],
  revision: string | undefined,
): Promise<SkillList> => {
  const query = revision === undefined ? '' : `?content_revision=${revision}`;
  return toSkillList((await http.put(`/api/trainings/${training_id}/skills${query}`, toRequestBody(lines))) as never);
};
