/** An organisation with requirements by current and past job roles and by person, exemptions, overdue trainings. */
import { newId } from '../../src/common/ids';
import { ExemptionRecord } from '../../src/modules/skills/exemption.entity';
import { RoleTarget } from '../../src/modules/skills/role-target.entity';
import { SkillLevelSpan } from '../../src/modules/skills/skill-level-span.entity';
import { SkillTarget } from '../../src/modules/skills/skill-target.entity';
import { Skill } from '../../src/modules/skills/skill.entity';
import { JobRole } from '../../src/modules/staff/job-role.entity';
import { PastJobRole } from '../../src/modules/staff/past-job-role.entity';
import { Staff } from '../../src/modules/staff/staff.entity';
import { TrainingAssignment } from '../../src/modules/trainings/assignment.entity';
import { NEW_CYCLE } from '../../src/modules/trainings/assignment-cycles';
import { TrainingSkill } from '../../src/modules/trainings/training-skill.entity';
import { Training } from '../../src/modules/trainings/training.entity';
import type { RunningApp } from './app';
import type { SeededRandom } from './seeded-random';
import { openPlant } from './plant';
import { buildSkillRow, buildStaffRow, createRowInserter } from './insert-rows';

export const CLOSING = '2026-03-31';
const DAYS = ['2025-06-01', '2026-01-15', '2026-02-01', '2026-03-31', '2026-04-10'];
const UNTIL = ['2025-12-31', '2026-03-30', '2026-03-31', null, null];

/** @param staff number of staff; the first 60 get random targets */
export async function createTargetedCompany(running: RunningApp, random: SeededRandom, staff: number, skills: number) {
  const plant = await openPlant(running, { staff: staff + 10, time_zone: 'UTC' });
  const insertRows = createRowInserter(running, plant.tenant);
  const ids = (count: number) => Array.from({ length: count }, () => newId());
  const [roles, people, skillIds, trainings] = [ids(4), ids(staff), ids(skills), ids(6)];
  await insertRows(
    JobRole,
    roles.map((job_role_id, n) => ({ job_role_id, name: `Role ${n}`, status: 'active' })),
  );
  await insertRows(
    Staff,
    people.map((staff_id, n) =>
      buildStaffRow(n, {
        staff_id,
        job_role_id: random.bool(60) ? random.pick(roles) : null,
        joined: random.bool(90) ? '2020-01-01' : '2026-04-05',
        last_active_day: random.bool(85) ? null : random.pick(['2026-02-10', '2026-03-31', '2026-12-31']),
      }),
    ),
  );
  await insertRows(
    Skill,
    skillIds.map((skill_id, n) =>
      buildSkillRow(n, { skill_id, critical: random.bool(20), status: n % 11 === 10 ? 'archived' : 'active' }),
    ),
  );
  const randomDates = () => ({ from_date: random.pick(DAYS), to_date: random.pick(UNTIL) });
  const period = (): { from_date: string; to_date: string | null } => {
    const dates = randomDates();
    return dates.to_date !== null && dates.to_date < dates.from_date ? { ...dates, to_date: null } : dates;
  };
  const randomSkills = (percent: number) => skillIds.slice(0, 14).filter(() => random.bool(percent));
  const pairs = people.slice(0, 60).flatMap((staff_id) => randomSkills(12).map((skill_id) => ({ staff_id, skill_id })));
  await insertRows(
    SkillTarget,
    pairs.flatMap((pair) => {
      const rows = [{ ...pair, ...period(), target_id: newId(), level: random.integer(0, 4), reason: null }];
      const second = { ...pair, ...period(), target_id: newId(), level: random.integer(0, 4), reason: null };
      return second.from_date === rows[0]!.from_date ? rows : [...rows, second];
    }),
  );
  await insertRows(
    RoleTarget,
    roles.slice(0, 3).flatMap((job_role_id) =>
      randomSkills(15).map((skill_id) => ({
        job_role_id,
        skill_id,
        ...period(),
        target_id: newId(),
        level: random.integer(1, 4),
      })),
    ),
  );
  await insertRows(
    PastJobRole,
    people
      .slice(0, 60)
      .filter(() => random.bool(40))
      .map((staff_id) => ({
        staff_id,
        job_role_id: random.bool(70) ? random.pick(roles) : null,
        to_date: random.pick(['2025-12-31', '2026-03-31', '2026-05-31']),
      })) as never,
  );
  await insertRows(
    ExemptionRecord,
    pairs
      .filter(() => random.bool(30))
      .map((pair) => ({ ...pair, ...period(), exemption_id: newId(), reason: 'Away' })),
  );
  await insertRows(
    SkillLevelSpan,
    people.slice(0, 60).flatMap((staff_id) =>
      randomSkills(40).map((skill_id) => ({
        staff_id,
        skill_id,
        from_date: '2025-01-01',
        to_date: random.pick(['2026-03-30', '2026-06-30', '9999-12-31']),
        level: random.integer(1, 4),
        held_level: 4,
        cause: 'prior',
        evidence_id: newId(),
      })),
    ),
  );
  await insertRows(
    Training,
    trainings.map((training_id, n) => ({
      training_id,
      code: `T-${n}`,
      title: `Training ${n}`,
      type: 'document',
      description: null,
      category_id: null,
      estimated_minutes: null,
      source_url: 'https://example.org/read',
      video_provider: null,
      video_file_id: null,
      video_format: null,
      video_duration_ms: null,
      video_threshold: 90,
      requires_quiz: true,
      due_days: null,
      certificate: true,
      enrolment: 'none',
      validity_months: null,
      status: 'published',
      content_revision: 1,
      media_revision: 1,
      published_at: 1,
    })),
  );
  await insertRows(
    TrainingSkill,
    trainings.flatMap((training_id) =>
      randomSkills(30).map((skill_id) => ({ training_id, skill_id, min_score: 0, level: 4, validity_months: null })),
    ),
  );
  await insertRows(
    TrainingAssignment,
    people.slice(0, 60).flatMap((staff_id) =>
      trainings
        .filter(() => random.bool(30))
        .map((training_id) => ({
          assignment_id: newId(),
          staff_id,
          training_id,
          cycle: 1,
          source: 'manual',
          mandatory: true,
          state: random.pick(['assigned', 'in_progress', 'completed'] as const),
          assigned_on: '2026-01-01',
          ...NEW_CYCLE,
          due_on: random.pick(['2026-03-30', '2026-03-31', '2026-05-01', null]),
        })),
    ),
  );
  return plant;
}
