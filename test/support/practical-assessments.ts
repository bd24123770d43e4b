import type { api } from './api';

type Caller = ReturnType<typeof api>;

/** The criteria of `createChecklist`. */
export const CRITERIA = [
  { text: 'Checks the forks and chains', critical: true },
  { text: 'Sounds the horn at corners', critical: false },
  { text: 'Sets the load down level', critical: false },
];

/** Creates the checklist of level 3 of a skill: two of three criteria needed, one of them critical. */
export async function createChecklist(admin: Caller, skill_id: string, more: object = {}): Promise<void> {
  const body = { needed: 2, criteria: CRITERIA, ...more };
  const { status } = await admin.put(`/api/skills/${skill_id}/checklists/3`, body);
  if (status !== 200) throw new Error(`checklist: ${status}`);
}

/** The caller assesses a staff member for level 3 and submits; the assessment then waits for acknowledgement. */
export async function submitAssessment(
  assessor: Caller,
  staff_id: string,
  skill_id: string,
  marks = ['met', 'met', 'met'],
) {
  const created = await assessor.post('/api/practical-assessments', { staff_id, skill_id, level: 3 });
  if (created.status !== 201) throw new Error(`assessment: ${JSON.stringify(created.body)}`);
  const { assessment_id } = created.body as { assessment_id: string };
  const path = `/api/practical-assessments/${assessment_id}`;
  const criterionMarks = marks.map((mark, at) => ({ criterion: at + 1, mark }));
  for (const reply of [await assessor.patch(path, { marks: criterionMarks }), await assessor.post(`${path}/submit`)])
    if (reply.status !== 200) throw new Error(`assessment: ${JSON.stringify(reply.body)}`);
  return assessment_id;
}
