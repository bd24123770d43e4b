import { Injectable } from '@nestjs/common';
import { SkillLedgerService } from '../modules/skills/skill-ledger.service';
import { TargetGridService } from '../modules/skills/target-grid.service';
import { JobRolesService } from '../modules/staff/job-roles.service';
import { DepartmentsService } from '../modules/staff/departments.service';
import { StaffService } from '../modules/staff/staff.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentsService } from '../modules/trainings/assignments.service';
import { CertificateIssuingService } from '../modules/certificates/certificate-issuing.service';
import { RenewalsService } from '../modules/trainings/renewals.service';
import {
  BLUEFIN_CATEGORIES,
  BLUEFIN_EVIDENCE,
  BLUEFIN_PEOPLE,
  BLUEFIN_SKILLS,
  BLUEFIN_TARGETS,
  BLUEFIN_TRAININGS,
} from './bluefin-content';
import { SeededRandom } from './seeded-random';
import { DEMO_ACCOUNTS } from './demo-accounts';
import type { DemoCalendar } from './demo-calendar';
import { DemoContentSeeder, type DemoCatalogue } from './demo-content.seeder';
import { DemoCustomersSeeder } from './demo-customers.seeder';
import { LearningHistorySeeder } from './learning-history.seeder';
import { generateLearningStory } from './learning-story';
import { mailbox } from './nordhafen/people';

const SEED = 8;
const TIME_ZONE = 'Europe/Lisbon';
const ON_TRIAL_DAYS = 18;
const HISTORY_DAYS = 380;
const NEWCOMER = 'B-08';

/** Demo customer on a trial, to compare with a second customer. */
@Injectable()
export class BluefinSeeder {
  constructor(
    private readonly organisations: DemoCustomersSeeder,
    private readonly library: DemoContentSeeder,
    private readonly history: LearningHistorySeeder,
    private readonly departments: DepartmentsService,
    private readonly jobRoles: JobRolesService,
    private readonly people: StaffService,
    private readonly targets: TargetGridService,
    private readonly ledger: SkillLedgerService,
    private readonly assignments: AssignmentsService,
    private readonly renewalsService: RenewalsService,
    private readonly certificates: CertificateIssuingService,
  ) {}

  /** Needs the caller's transaction. @returns number of staff */
  async make(hashes: ReadonlyMap<string, string>): Promise<number> {
    const days = this.organisations.calendarFor(TIME_ZONE);
    const subscriptionPackage = await this.organisations.findPackage('Starter');
    const tenant = await this.organisations.register(
      DEMO_ACCOUNTS.second,
      hashes.get(DEMO_ACCOUNTS.second.user_name)!,
      {
        subscription_id: subscriptionPackage.subscription_id,
        time_zone: TIME_ZONE,
        registered_on: days.ago(ON_TRIAL_DAYS),
        mobile_one: '3512345678',
        billing_address: 'Rua do Cais 7, 4450-718 Leça da Palmeira',
        website: 'https://bluefin.example',
      },
    );
    const content = { skills: BLUEFIN_SKILLS, categories: BLUEFIN_CATEGORIES, trainings: BLUEFIN_TRAININGS };
    const catalogue = await this.library.createContent(tenant, content, days.timeAt(days.ago(HISTORY_DAYS), 8 * 60));
    const staff = await this.createStaff(tenant, days, catalogue);
    await this.createLearningHistory(tenant, days, catalogue, staff);
    await this.renewalsService.catchUp(tenant, days.today);
    await this.certificates.issueForHistory(tenant);
    const newcomer = { staff_id: [staff.get(NEWCOMER)!], training_id: [catalogue.training('HYG-101').training_id] };
    await this.assignments.assign(tenant, newcomer);
    return staff.size;
  }

  private async createStaff(
    tenant: Tenant,
    days: DemoCalendar,
    catalogue: DemoCatalogue,
  ): Promise<Map<string, string>> {
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
    const changes = Object.entries(BLUEFIN_TARGETS).flatMap(([role, levels]) =>
      Object.entries(levels).map(([skill, level]) => ({
        job_role_id: roles.get(role)!,
        skill_id: catalogue.skill(skill),
        level,
        from_date,
      })),
    );
    await this.targets.setGrid(tenant, changes);
    return new Map(rows.map(({ staff_code, staff_id }) => [staff_code, staff_id]));
  }

  private async createLearningHistory(
    tenant: Tenant,
    days: DemoCalendar,
    catalogue: DemoCatalogue,
    staff: ReadonlyMap<string, string>,
  ): Promise<void> {
    const grants = BLUEFIN_EVIDENCE.map(([code, skill, level, ago]) => ({
      staff_id: staff.get(code)!,
      skill_id: catalogue.skill(skill),
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
    const story = generateLearningStory({
      days,
      chance: new SeededRandom(SEED),
      learners,
      courses: catalogue.courses,
      assigned,
      length: HISTORY_DAYS,
      scripted: new Set([`${NEWCOMER} HYG-101`]),
    });
    await this.history.write(tenant, catalogue, staff, story);
  }
}
