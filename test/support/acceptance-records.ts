/** The company of acceptance-company.ts in the database, written through the API and the services. */
import { addMonths, type Day } from '../../src/common/calendar';
import { newId } from '../../src/common/ids';
import { TrainingEvidenceListener } from '../../src/modules/trainings/training-evidence.listener';
import type { RunningApp } from './app';
import { SKILL_CODES, SKILLS, type Name, type Skill } from './acceptance-company';
import { openPlant, type Plant } from './plant';

export interface Records extends Plant {
  staffIds: Record<Name, string>;
  skillIds: Record<Skill, string>;
}

const TARGETS: Partial<Record<Name, Partial<Record<Skill, number>>>> = {
  Asha: { FORK: 3, WELD: 3 },
  Bala: { WELD: 3, FIRE: 2 },
  Chen: { QC: 3, FORK: 3 },
  Esra: { FORK: 3 },
};
/** Name, skill, level, completion (a day or an instant), validity in months. */
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

export async function createAcceptanceCompany(running: RunningApp, time_zone = 'Asia/Kolkata'): Promise<Records> {
  const plant = await openPlant(running, { time_zone });
  const staffIds = {} as Record<Name, string>;
  const skillIds = {} as Record<Skill, string>;
  for (const name of ['Asha', 'Bala', 'Chen', 'Devi', 'Esra'] as const) {
    staffIds[name] = (await plant.createStaff({ first_name: name, last_name: 'Rao' })).staff_id;
  }
  for (const code of SKILL_CODES)
    skillIds[code] = (await plant.createSkill({ skill_code: code, name: code, ...SKILLS[code] })).skill_id;

  const changes = Object.entries(TARGETS).flatMap(([name, levels]) =>
    Object.entries(levels).map(([code, level]) => ({
      staff_id: staffIds[name as Name],
      skill_id: skillIds[code as Skill],
      level,
      from_date: '2025-01-01',
    })),
  );
  await expectStatus(plant.api.put('/api/skill-targets/grid', { changes }), 200);

  const evidence = running.app.get(TrainingEvidenceListener, { strict: false });
  for (const [name, code, level, at, validity_months] of COMPLETED) {
    await evidence.grantLevels(plant.tenant, {
      assignment_id: newId(),
      staff_id: staffIds[name],
      training_id: skillIds[code],
      cycle: 1,
      completion_no: 1,
      training_code: code,
      training_title: code,
      // Noon in India is the same calendar day in New York.
      completed_at: Date.parse(at.includes('T') ? at : `${at}T06:30:00Z`),
      valid_until: null,
      extends_within: 60,
      quiz: null,
      granted: [{ skill_id: skillIds[code], min_score: 0, level, validity_months }],
    });
  }
  const assessedOn: Day = '2026-03-12';
  await expectStatus(
    plant.api.post('/api/skill-evidence', {
      staff_id: staffIds.Bala,
      skill_id: skillIds.WELD,
      kind: 'assessment',
      level: 1,
      effective_date: assessedOn,
      valid_until: addMonths(assessedOn, 12),
    }),
    201,
  );
  // Chen's FORK training was removed unfinished; Devi's WELD training after it was finished.
  const fork = await plant.createPublishedTraining();
  await plant.api.put(`/api/trainings/${fork.training_id}/skills`, [
    { skill_id: skillIds.FORK, min_score: 0, level: 3 },
  ]);
  await plant.assign([staffIds.Chen, staffIds.Devi], [fork.training_id]);
  const assignments = (await plant.api.get(`/api/training-assignments?training_id=${fork.training_id}`)).body as {
    id: string;
  }[];
  const assignment_id = assignments.map((row) => row.id);
  await expectStatus(
    plant.api.post('/api/training-assignments/remove', { assignment_id, reason: 'Another plan' }),
    200,
  );
  await plant.api.post(`/api/skills/${fork.skill_id}/archive`);
  await expectStatus(plant.api.post(`/api/staff/${staffIds.Esra}/leave`, { last_active_day: '2026-03-15' }), 200);
  return { ...plant, staffIds, skillIds };
}

async function expectStatus(request: Promise<{ status: number; body: unknown }>, status: number): Promise<void> {
  const reply = await request;
  if (reply.status !== status) throw new Error(`${reply.status} ${JSON.stringify(reply.body)}`);
}
