/** An organisation in which much is required: by roles held now and before, by persons, with exemptions and late trainings. */
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { ExemptionRecord } from '../../src/skills/exemption.entity';
import { RoleTarget } from '../../src/skills/role-target.entity';
import { SkillLevelSpan } from '../../src/skills/skill-level-span.entity';
import { SkillTarget } from '../../src/skills/skill-target.entity';
import { Skill } from '../../src/skills/skill.entity';
import { JobRole } from '../../src/staff/job-role.entity';
import { PastJobRole } from '../../src/staff/past-job-role.entity';
import { Staff } from '../../src/staff/staff.entity';
import { TenantRepository, type NewRecord } from '../../src/tenancy/tenant-repository';
import { TrainingAssignment } from '../../src/trainings/assignment.entity';
import { NEW_CYCLE } from '../../src/trainings/next-cycles';
import { TrainingSkill } from '../../src/trainings/training-skill.entity';
import { Training } from '../../src/trainings/training.entity';
import type { RunningApp } from './app';
import type { Chance } from './chance';
import { openPlant } from './plant';

export const CLOSING = '2026-03-31';
const DAYS = ['2025-06-01', '2026-01-15', '2026-02-01', '2026-03-31', '2026-04-10'];
const UNTIL = ['2025-12-31', '2026-03-30', '2026-03-31', null, null];

/** @param staff how many of them the dice give targets; others have none */
export async function targetedCompany(running: RunningApp, dice: Chance, staff: number, skills: number) {
  const plant = await openPlant(running, { staff: staff + 10, time_zone: 'UTC' });
  const { app } = running;
  const keep = <E extends { customer_id: number }>(entity: new () => E, rows: readonly Partial<E>[]) =>
    app
      .get(Transactions)
      .run(() =>
        new TenantRepository<E>(app.get(Database), app.get(Clock), entity).insert(plant.tenant, rows as NewRecord<E>[]),
      );
  const ids = (count: number) => Array.from({ length: count }, () => newId());
  const [roles, people, known, trainings] = [ids(4), ids(staff), ids(skills), ids(6)];
  await keep(
    JobRole,
    roles.map((job_role_id, n) => ({ job_role_id, name: `Role ${n}`, status: 'active' })),
  );
  await keep(
    Staff,
    people.map((staff_id, n) => ({
      ...{ staff_id, staff_code: `P-${n}`, first_name: 'Asha', last_name: `Rao ${n}`, email: null, mobile: null },
      ...{ department_id: null, manager_id: null, time_zone: null, language: null, account_role: null },
      job_role_id: dice.happens(60) ? dice.one(roles) : null,
      joined: dice.happens(90) ? '2020-01-01' : '2026-04-05',
      last_active_day: dice.happens(85) ? null : dice.one(['2026-02-10', '2026-03-31', '2026-12-31']),
      ...{ status: 'active', invited_at: null },
    })),
  );
  await keep(
    Skill,
    known.map((skill_id, n) => ({
      ...{ skill_id, skill_code: `S-${n}`, name: `Skill ${n}`, skill_group: null, min_level: 3, required_headcount: 2 },
      ...{ validity_months: null, requires_signoff: false, critical: dice.happens(20), description: null },
      signoff_by: 'admin',
      status: n % 11 === 10 ? 'archived' : 'active',
    })),
  );
  const dated = () => ({ from_date: dice.one(DAYS), to_date: dice.one(UNTIL) });
  const period = (): { from_date: string; to_date: string | null } => {
    const made = dated();
    return made.to_date !== null && made.to_date < made.from_date ? { ...made, to_date: null } : made;
  };
  const some = (percent: number) => known.slice(0, 14).filter(() => dice.happens(percent));
  const pairs = people.slice(0, 60).flatMap((staff_id) => some(12).map((skill_id) => ({ staff_id, skill_id })));
  await keep(
    SkillTarget,
    pairs.flatMap((pair) => {
      const rows = [{ ...pair, ...period(), target_id: newId(), level: dice.whole(0, 4), reason: null }];
      const later = { ...pair, ...period(), target_id: newId(), level: dice.whole(0, 4), reason: null };
      return later.from_date === rows[0]!.from_date ? rows : [...rows, later];
    }),
  );
  await keep(
    RoleTarget,
    roles.slice(0, 3).flatMap((job_role_id) =>
      some(15).map((skill_id) => ({
        job_role_id,
        skill_id,
        ...period(),
        target_id: newId(),
        level: dice.whole(1, 4),
      })),
    ),
  );
  await keep(
    PastJobRole,
    people
      .slice(0, 60)
      .filter(() => dice.happens(40))
      .map((staff_id) => ({
        staff_id,
        job_role_id: dice.happens(70) ? dice.one(roles) : null,
        to_date: dice.one(['2025-12-31', '2026-03-31', '2026-05-31']),
      })) as never,
  );
  await keep(
    ExemptionRecord,
    pairs
      .filter(() => dice.happens(30))
      .map((pair) => ({ ...pair, ...period(), exemption_id: newId(), reason: 'Away' })),
  );
  await keep(
    SkillLevelSpan,
    people.slice(0, 60).flatMap((staff_id) =>
      some(40).map((skill_id) => ({
        ...{
          staff_id,
          skill_id,
          from_date: '2025-01-01',
          to_date: dice.one(['2026-03-30', '2026-06-30', '9999-12-31']),
        },
        ...{ level: dice.whole(1, 4), held_level: 4, cause: 'prior', evidence_id: newId() },
      })),
    ),
  );
  await keep(
    Training,
    trainings.map((training_id, n) => ({
      ...{
        training_id,
        code: `T-${n}`,
        title: `Training ${n}`,
        type: 'document',
        description: null,
        category_id: null,
      },
      ...{ estimated_minutes: null, source_url: 'https://example.org/read', video_provider: null, video_file_id: null },
      ...{ video_format: null, video_duration_ms: null, video_threshold: 90, requires_quiz: true, due_days: null },
      certificate: true,
      enrolment: 'none',
      ...{ validity_months: null, status: 'published', content_revision: 1, published_at: 1 },
    })),
  );
  await keep(
    TrainingSkill,
    trainings.flatMap((training_id) =>
      some(30).map((skill_id) => ({ training_id, skill_id, min_score: 0, level: 4, validity_months: null })),
    ),
  );
  await keep(
    TrainingAssignment,
    people.slice(0, 60).flatMap((staff_id) =>
      trainings
        .filter(() => dice.happens(30))
        .map((training_id) => ({
          ...{ assignment_id: newId(), staff_id, training_id, cycle: 1, source: 'manual', mandatory: true },
          ...{ state: dice.one(['assigned', 'in_progress', 'completed'] as const), assigned_on: '2026-01-01' },
          ...NEW_CYCLE,
          due_on: dice.one(['2026-03-30', '2026-03-31', '2026-05-01', null]),
        })),
    ),
  );
  return plant;
}
