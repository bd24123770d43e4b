/** The company of reports.md §5 in the database, written through the product's own calls and services. */
import { addMonths, type Day } from '../../src/platform/calendar';
import { newId } from '../../src/platform/ids';
import { TrainingEvidence } from '../../src/trainings/training-evidence';
import type { RunningApp } from './app';
import { SKILL_CODES, SKILLS, type Name, type Skill } from './acceptance-company';
import { openPlant, type Plant } from './plant';

export interface Records extends Plant {
  who: Record<Name, string>;
  what: Record<Skill, string>;
}

const TARGETS: Partial<Record<Name, Partial<Record<Skill, number>>>> = {
  Asha: { FORK: 3, WELD: 3 },
  Bala: { WELD: 3, FIRE: 2 },
  Chen: { QC: 3, FORK: 3 },
  Esra: { FORK: 3 },
};
/** Name, skill, level, when (a day, or an instant), months. */
const COMPLETED: readonly [Name, Skill, number, string, number | null][] = [
  ['Asha', 'FORK', 3, '2025-03-20', 12],
  ['Asha', 'WELD', 2, '2025-05-01', null],
  ['Asha', 'WELD', 3, '2026-03-05', 24],
  ['Bala', 'WELD', 3, '2025-06-10', 24],
  ['Bala', 'FIRE', 2, '2025-04-10', 12],
  ['Chen', 'QC', 3, '2026-03-31T18:45:00Z', 12],
  ['Devi', 'WELD', 2, '2025-09-01', null],
  ['Devi', 'FIRE', 2, '2026-02-01', 12],
  ['Esra', 'FORK', 3, '2025-08-01', 12],
];

export async function acceptanceRecords(running: RunningApp, time_zone = 'Asia/Kolkata'): Promise<Records> {
  const plant = await openPlant(running, { time_zone });
  const who = {} as Record<Name, string>;
  const what = {} as Record<Skill, string>;
  for (const name of ['Asha', 'Bala', 'Chen', 'Devi', 'Esra'] as const) {
    who[name] = (await plant.staff({ first_name: name, last_name: 'Rao' })).staff_id;
  }
  for (const code of SKILL_CODES)
    what[code] = (await plant.skill({ skill_code: code, name: code, ...SKILLS[code] })).skill_id;

  const changes = Object.entries(TARGETS).flatMap(([name, levels]) =>
    Object.entries(levels).map(([code, level]) => ({
      staff_id: who[name as Name],
      skill_id: what[code as Skill],
      level,
      from_date: '2025-01-01',
    })),
  );
  await must(plant.api.put('/api/skill-targets/grid', { changes }), 200);

  const evidence = running.app.get(TrainingEvidence, { strict: false });
  for (const [name, code, level, at, validity_months] of COMPLETED) {
    await evidence.trainingCompleted(plant.tenant, {
      assignment_id: newId(),
      staff_id: who[name],
      training_id: what[code],
      cycle: 1,
      completion_no: 1,
      training_code: code,
      training_title: code,
      // Noon in India is the same day in New York too.
      completed_at: Date.parse(at.includes('T') ? at : `${at}T06:30:00Z`),
      valid_until: null,
      extends_within: 60,
      quiz: null,
      granted: [{ skill_id: what[code], min_score: 0, level, validity_months }],
    });
  }
  const assessed: Day = '2026-03-12';
  await must(
    plant.api.post('/api/skill-evidence', {
      staff_id: who.Bala,
      skill_id: what.WELD,
      kind: 'assessment',
      level: 1,
      effective_date: assessed,
      valid_until: addMonths(assessed, 12),
    }),
    201,
  );
  // Chen's FORK training was removed unfinished; Devi's WELD training after it was finished.
  const fork = await plant.published();
  await plant.api.put(`/api/trainings/${fork.training_id}/skills`, [{ skill_id: what.FORK, min_score: 0, level: 3 }]);
  await plant.assign([who.Chen, who.Devi], [fork.training_id]);
  const assigned = (await plant.api.get(`/api/training-assignments?training_id=${fork.training_id}`)).body as {
    id: string;
  }[];
  const assignment_id = assigned.map((row) => row.id);
  await must(plant.api.post('/api/training-assignments/remove', { assignment_id, reason: 'Another plan' }), 200);
  await plant.api.post(`/api/skills/${fork.skill_id}/archive`);
  await must(plant.api.post(`/api/staff/${who.Esra}/leave`, { last_active_day: '2026-03-15' }), 200);
  return { ...plant, who, what };
}

async function must(work: Promise<{ status: number; body: unknown }>, status: number): Promise<void> {
  const reply = await work;
  if (reply.status !== status) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
}
