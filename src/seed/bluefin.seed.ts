import { Injectable } from '@nestjs/common';
import { SkillLedger } from '../skills/skill-ledger.service';
import { TargetGrids } from '../skills/target-grids.service';
import { JobRolesService } from '../staff/job-roles.service';
import { DepartmentsService } from '../staff/departments.service';
import { StaffService } from '../staff/staff.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentsService } from '../trainings/assignments.service';
import { CertificateIssuing } from '../certificates/certificate-issuing';
import { Renewals } from '../trainings/renewals.service';
import {
  BLUEFIN_CATEGORIES,
  BLUEFIN_EVIDENCE,
  BLUEFIN_PEOPLE,
  BLUEFIN_SKILLS,
  BLUEFIN_TARGETS,
  BLUEFIN_TRAININGS,
} from './bluefin-content';
import { Chance } from './chance';
import { DEMO_ACCOUNTS } from './demo-accounts';
import type { DemoDays } from './demo-days';
import { DemoLibrary, type Shelf } from './demo-library';
import { DemoOrganisations } from './demo-organisations';
import { HistoryWriter } from './history-writer';
import { learningStory } from './learning-story';
import { mailbox } from './nordhafen/people';

const SEED = 8;
const ZONE = 'Europe/Lisbon';
const ON_TRIAL_DAYS = 18;
const HISTORY_DAYS = 380;
const NEWCOMER = 'B-08';

/** Bluefin Foods: eight people on a trial, so that two organisations can be seen side by side and apart. */
@Injectable()
export class BluefinSeed {
  constructor(
    private readonly organisations: DemoOrganisations,
    private readonly library: DemoLibrary,
    private readonly history: HistoryWriter,
    private readonly departments: DepartmentsService,
    private readonly jobRoles: JobRolesService,
    private readonly people: StaffService,
    private readonly targets: TargetGrids,
    private readonly ledger: SkillLedger,
    private readonly assignments: AssignmentsService,
    private readonly renewals: Renewals,
    private readonly certificates: CertificateIssuing,
  ) {}

  /** In the caller's transaction. @returns how many staff there are */
  async make(hashes: ReadonlyMap<string, string>): Promise<number> {
    const days = this.organisations.daysIn(ZONE);
    const chosen = await this.organisations.package('Starter');
    const tenant = await this.organisations.register(
      DEMO_ACCOUNTS.second,
      hashes.get(DEMO_ACCOUNTS.second.user_name)!,
      {
        subscription_id: chosen.subscription_id,
        time_zone: ZONE,
        registered_on: days.ago(ON_TRIAL_DAYS),
        mobile_one: '3512345678',
        billing_address: 'Rua do Cais 7, 4450-718 Leça da Palmeira',
        website: 'https://bluefin.example',
      },
    );
    const content = { skills: BLUEFIN_SKILLS, categories: BLUEFIN_CATEGORIES, trainings: BLUEFIN_TRAININGS };
    const shelf = await this.library.fill(tenant, content, days.at(days.ago(HISTORY_DAYS), 8 * 60));
    const staff = await this.makeStaff(tenant, days, shelf);
    await this.learn(tenant, days, shelf, staff);
    await this.renewals.catchUp(tenant, days.today);
    await this.certificates.recordPast(tenant);
    const newcomer = { staff_id: [staff.get(NEWCOMER)!], training_id: [shelf.training('HYG-101').training_id] };
    await this.assignments.assign(tenant, newcomer);
    return staff.size;
  }

  private async makeStaff(tenant: Tenant, days: DemoDays, shelf: Shelf): Promise<Map<string, string>> {
    const { department_id } = await this.departments.create(tenant, { name: 'Plant' });
    const roles = new Map<string, string>();
    for (const name of Object.keys(BLUEFIN_TARGETS))
      roles.set(name, (await this.jobRoles.create(tenant, { name })).job_role_id);
    const bodies = BLUEFIN_PEOPLE.map(([staff_code, first_name, last_name, role, joined]) => ({
      staff_code,
      first_name,
      last_name,
      email: mailbox(first_name, last_name, 'bluefin.example'),
      department_id,
      job_role_id: roles.get(role)!,
      joined: days.ago(joined),
    }));
    const rows = await this.people.createMany(tenant, bodies);
    const from_date = days.ago(HISTORY_DAYS);
    const changes = Object.entries(BLUEFIN_TARGETS).flatMap(([role, asked]) =>
      Object.entries(asked).map(([skill, level]) => ({
        job_role_id: roles.get(role)!,
        skill_id: shelf.skill(skill),
        level,
        from_date,
      })),
    );
    await this.targets.setGrid(tenant, changes);
    return new Map(rows.map(({ staff_code, staff_id }) => [staff_code, staff_id]));
  }

  private async learn(tenant: Tenant, days: DemoDays, shelf: Shelf, staff: ReadonlyMap<string, string>): Promise<void> {
    const grants = BLUEFIN_EVIDENCE.map(([code, skill, level, ago]) => ({
      staff_id: staff.get(code)!,
      skill_id: shelf.skill(skill),
      kind: 'assessment' as const,
      level,
      effective_date: days.workday(days.ago(ago)),
      note: 'Assessed by the shift lead',
      source_type: 'hand' as const,
      state: 'approved' as const,
    }));
    await this.ledger.grant(tenant, grants);
    const learners = BLUEFIN_PEOPLE.map(([code, , , role, joined]) => ({
      code,
      role,
      joined: days.ago(joined),
      last_active_day: null,
    }));
    const assigned = Object.fromEntries(Object.keys(BLUEFIN_TARGETS).map((role) => [role, ['HYG-101']]));
    const story = learningStory({
      days,
      chance: new Chance(SEED),
      learners,
      courses: shelf.courses,
      assigned,
      length: HISTORY_DAYS,
      scripted: new Set([`${NEWCOMER} HYG-101`]),
    });
    await this.history.write(tenant, shelf, staff, story);
  }
}
