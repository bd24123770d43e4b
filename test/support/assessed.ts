import type { api } from './api';

type Caller = ReturnType<typeof api>;

/** What is looked for in `checklist`. */
export const CRITERIA = [
  { text: 'Checks the forks and chains', critical: true },
  { text: 'Sounds the horn at corners', critical: false },
  { text: 'Sets the load down level', critical: false },
];

/** The checklist of level 3 of a skill: two of three, one of them critical. */
export async function checklist(admin: Caller, skill_id: string, more: object = {}): Promise<void> {
  const body = { needed: 2, criteria: CRITERIA, ...more };
  const { status } = await admin.put(`/api/skills/${skill_id}/checklists/3`, body);
  if (status !== 200) throw new Error(`checklist: ${status}`);
}

/** Somebody was assessed for level 3 by whoever calls; it waits for their word. */
export async function assessed(by: Caller, staff_id: string, skill_id: string, marks = ['met', 'met', 'met']) {
  const begun = await by.post('/api/practical-assessments', { staff_id, skill_id, level: 3 });
  if (begun.status !== 201) throw new Error(`assessment: ${JSON.stringify(begun.body)}`);
  const { assessment_id } = begun.body as { assessment_id: string };
  const path = `/api/practical-assessments/${assessment_id}`;
  const given = marks.map((mark, at) => ({ criterion: at + 1, mark }));
  for (const reply of [await by.patch(path, { marks: given }), await by.post(`${path}/submit`)])
    if (reply.status !== 200) throw new Error(`assessment: ${JSON.stringify(reply.body)}`);
  return assessment_id;
}
