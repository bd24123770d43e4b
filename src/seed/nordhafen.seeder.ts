import { Injectable } from '@nestjs/common';
import { CertificateIssuingService } from '../modules/certificates/certificate-issuing.service';
import { SettingsService } from '../modules/customers/settings.service';
import { addDays, addMonths } from '../common/calendar';
import { SkillLedgerService } from '../modules/skills/skill-ledger.service';
import { SkillTargetsService } from '../modules/skills/skill-targets.service';
import { TargetGridService } from '../modules/skills/target-grid.service';
import { EmploymentService } from '../modules/staff/employment.service';
import { JobRolesService } from '../modules/staff/job-roles.service';
import { DepartmentsService } from '../modules/staff/departments.service';
import { StaffService } from '../modules/staff/staff.service';
import { SubscriptionsService } from '../modules/subscriptions/subscriptions.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentRulesService } from '../modules/trainings/assignment-rules.service';
import { PublishingService } from '../modules/trainings/publishing.service';
import { RenewalsService } from '../modules/trainings/renewals.service';
import { SeededRandom } from './seeded-random';
import { DEMO_ACCOUNTS } from './demo-accounts';
import type { DemoCalendar } from './demo-calendar';
import { DemoContentSeeder } from './demo-content.seeder';
import { DemoOfficeSeeder } from './demo-office.seeder';
import { DemoCustomersSeeder } from './demo-customers.seeder';
import { LearningHistorySeeder } from './learning-history.seeder';
import { generateLearningStory } from './learning-story';
import { generateManualEvidence } from './nordhafen/manual-evidence';
import { DEPARTMENTS, PEOPLE, employments, mailbox, type DemoPerson } from './nordhafen/people';
import { API_KEYS, SUPPORT_LETTERS } from './nordhafen/letters';
import { NordhafenCurrentStateSeeder, type Plant } from './nordhafen/current-state.seeder';
import { JOB_ROLES, ROLE_TARGETS, ROLE_TRAININGS, SKILLS, type DemoRole } from './nordhafen/skills';
import {
  PERSONAL_TARGETS,
  SCRIPTED_SKILLS,
  SCRIPTED_TRAININGS,
  scriptedEpisodes,
  scriptedEvidence,
} from './nordhafen/scripted-people';
import { CATEGORIES, TRAININGS } from './nordhafen/trainings';

const SEED = 20_240_229;
const TIME_ZONE = 'Europe/Berlin';
const HISTORY_DAYS = 730;
const GRINDERS = ['N-1009', 'N-1010', 'N-1012', 'N-1013', 'N-1017', 'N-1018', 'N-1022'];

/** Main demo customer: a small plant with two years of history. */
@Injectable()
export class NordhafenSeeder {
  constructor(
    private readonly organisations: DemoCustomersSeeder,
    private readonly library: DemoContentSeeder,
    private readonly history: LearningHistorySeeder,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly departments: DepartmentsService,
    private readonly jobRoles: JobRolesService,
    private readonly people: StaffService,
    private readonly employment: EmploymentService,
    private readonly targets: SkillTargetsService,
    private readonly grids: TargetGridService,
    private readonly ledger: SkillLedgerService,
    private readonly publishing: PublishingService,
    private readonly renewalsService: RenewalsService,
    private readonly certificates: CertificateIssuingService,
    private readonly currentState: NordhafenCurrentStateSeeder,
    private readonly office: DemoOfficeSeeder,
    private readonly settingsService: SettingsService,
    private readonly rules: AssignmentRulesService,
  ) {}

  /** Needs the caller's transaction. @returns number of staff */
  async make(hashes: ReadonlyMap<string, string>): Promise<number> {
    const days = this.organisations.calendarFor(TIME_ZONE);
    const tenant = await this.register(days, hashes.get(DEMO_ACCOUNTS.admin.user_name)!);
    const roles = await this.createJobRoles(tenant);
    const staff = await this.createStaff(tenant, days, roles);
    const published_at = days.timeAt(days.ago(HISTORY_DAYS + 30), 8 * 60);
    const catalogue = await this.library.createContent(
      tenant,
      { skills: SKILLS, categories: CATEGORIES, trainings: TRAININGS },
      published_at,
    );
    const plant: Plant = { tenant, days, catalogue, staff, roles };
    await this.setTargets(plant);
    await this.createLearningHistory(plant);
    await this.archiveOldTrainings(plant);
    await this.currentState.createDecisions(plant);
    await this.office.createLetters(tenant, DEMO_ACCOUNTS.admin.user_name, SUPPORT_LETTERS);
    await this.office.createApiKeys(tenant, API_KEYS);
    for (const account of [DEMO_ACCOUNTS.manager, DEMO_ACCOUNTS.welder, DEMO_ACCOUNTS.driver]) {
      const staff_id = staff.get(account.staff_code!)!;
      await this.organisations.createLearnerAccount(tenant, account, hashes.get(account.user_name)!, {
        staff_id,
        time_zone: PEOPLE.find(({ code }) => code === account.staff_code)?.zone ?? null,
      });
      await this.employment.invite(tenant, staff_id, 'user');
    }
    await this.currentState.createEmploymentChanges(plant);
    await this.renewalsService.catchUp(tenant, days.today);
    await this.certificates.issueForHistory(tenant);
    await this.createAssignmentRules(plant);
    return staff.size;
  }

  /** A trial, then three yearly terms; the last began two months ago. */
  private async register(days: DemoCalendar, password_hash: string): Promise<Tenant> {
    const subscriptionPackage = await this.organisations.findPackage('Professional');
    const terms = [24, 12, 0].map((months) => {
      const from = addMonths(days.ago(60), -months);
      return { from, until: addDays(addMonths(from, 12), -1) };
    });
    const tenant = await this.organisations.register(DEMO_ACCOUNTS.admin, password_hash, {
      subscription_id: subscriptionPackage.subscription_id,
      time_zone: TIME_ZONE,
      registered_on: addDays(terms[0]!.from, -24),
      mobile_one: '4940555012',
      billing_address: 'Nordhafenkai 12, 20457 Hamburg',
      website: 'https://nordhafen.example',
    });
    for (const term of terms) await this.subscriptionsService.subscribe(tenant, subscriptionPackage, term);
    await this.settingsService.change(tenant, { financial_year_start_month: financialYearStart(days) });
    return tenant;
  }

  private async createAssignmentRules({ tenant, catalogue, roles }: Plant): Promise<void> {
    const { training_id } = catalogue.training('FORK-101');
    const job_role_id = roles.get('driver')!;
    await this.rules.create(tenant, {
      name: 'Forklift drivers',
      training_id: [training_id],
      job_role_id,
      due_days: 30,
    });
  }

  private async createJobRoles(tenant: Tenant): Promise<Map<DemoRole, string>> {
    const roleIds = new Map<DemoRole, string>();
    for (const [role, name] of Object.entries(JOB_ROLES)) {
      roleIds.set(role as DemoRole, (await this.jobRoles.create(tenant, { name })).job_role_id);
    }
    return roleIds;
  }

  private async createStaff(
    tenant: Tenant,
    days: DemoCalendar,
    roles: ReadonlyMap<DemoRole, string>,
  ): Promise<Map<string, string>> {
    const departments = new Map<string, string>();
    for (const [name, parent] of DEPARTMENTS) {
      const parent_id = parent === null ? null : departments.get(parent)!;
      departments.set(name, (await this.departments.create(tenant, { name, parent_id })).department_id);
    }
    const staffIds = new Map<string, string>();
    const body = (person: DemoPerson) => ({
      staff_code: person.code,
      first_name: person.first_name,
      last_name: person.last_name,
      email: mailbox(person.first_name, person.last_name, 'nordhafen.example'),
      department_id: departments.get(person.department)!,
      job_role_id: roles.get(person.role)!,
      manager_id: person.manager === null ? null : staffIds.get(person.manager)!,
      joined: days.ago(person.joined),
      language: person.language,
      time_zone: person.zone,
    });
    // Managers first: each row refers to the manager's.
    for (let waiting = PEOPLE; waiting.length; waiting = waiting.filter(({ code }) => !staffIds.has(code))) {
      const ready = waiting.filter(({ manager }) => manager === null || staffIds.has(manager));
      const rows = await this.people.createMany(tenant, ready.map(body));
      for (const { staff_code, staff_id } of rows) staffIds.set(staff_code, staff_id);
    }
    return staffIds;
  }

  private async setTargets({ tenant, days, catalogue, staff, roles }: Plant): Promise<void> {
    const from_date = days.ago(HISTORY_DAYS + 20);
    const changes = Object.entries(ROLE_TARGETS).flatMap(([role, levels]) =>
      Object.entries(levels).map(([skill, level]) => ({
        job_role_id: roles.get(role as DemoRole)!,
        skill_id: catalogue.skill(skill),
        level,
        from_date,
      })),
    );
    await this.grids.setGrid(tenant, changes);
    for (const { staff: code, skill, level, ago, reason } of PERSONAL_TARGETS) {
      const pair = { staff_id: staff.get(code)!, skill_id: catalogue.skill(skill) };
      await this.targets.create(tenant, { ...pair, level, reason, from_date: days.ago(ago) });
    }
  }

  private async createLearningHistory({ tenant, days, catalogue, staff }: Plant): Promise<void> {
    const seededRandom = new SeededRandom(SEED);
    const learners = PEOPLE.flatMap((person) =>
      employments(person).map(({ since, until }) => ({
        code: person.code,
        role: person.role,
        joined: days.ago(since),
        last_active_day: until === undefined ? null : days.ago(until),
      })),
    );
    const story = {
      days,
      chance: seededRandom,
      courses: catalogue.courses,
      length: HISTORY_DAYS,
      scripted: SCRIPTED_TRAININGS,
    };
    const campaigns = generateLearningStory({ ...story, learners, assigned: ROLE_TRAININGS });
    const grinderOperators = learners.filter(({ code }) => GRINDERS.includes(code));
    const grinderStory = generateLearningStory({
      ...story,
      learners: grinderOperators,
      assigned: { welder: ['GRIND-90'] },
    });
    const manualEvidence = [
      ...generateManualEvidence(PEOPLE, days, seededRandom, SCRIPTED_SKILLS),
      ...scriptedEvidence(days),
    ];
    await this.ledger.grant(
      tenant,
      manualEvidence.map(({ staff: code, skill, ...facts }) => ({
        ...facts,
        staff_id: staff.get(code)!,
        skill_id: catalogue.skill(skill),
        source_type: 'hand',
        state: 'approved',
      })),
    );
    await this.history.write(tenant, catalogue, staff, [...campaigns, ...grinderStory, ...scriptedEpisodes(days)]);
  }

  private async archiveOldTrainings({ tenant, catalogue }: Plant): Promise<void> {
    for (const { code } of TRAININGS.filter(({ status }) => status === 'archived')) {
      await this.publishing.archive(tenant, catalogue.training(code).training_id);
    }
  }
}

/** Reports start with the financial year: choose it so that half a year of history or more is in it. */
const financialYearStart = ({ today }: DemoCalendar): number => (today.slice(5, 7) <= '06' ? 7 : 1);
