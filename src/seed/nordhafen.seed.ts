import { Injectable } from '@nestjs/common';
import { CertificateIssuing } from '../certificates/certificate-issuing';
import { Settings } from '../customers/settings.service';
import { addDays, addMonths } from '../platform/calendar';
import { SkillLedger } from '../skills/skill-ledger.service';
import { SkillTargetsService } from '../skills/skill-targets.service';
import { TargetGrids } from '../skills/target-grids.service';
import { EmploymentService } from '../staff/employment.service';
import { JobRolesService } from '../staff/job-roles.service';
import { DepartmentsService } from '../staff/departments.service';
import { StaffService } from '../staff/staff.service';
import { Subscriptions } from '../subscriptions/subscriptions.service';
import type { Tenant } from '../tenancy/tenant';
import { AssignmentRulesService } from '../trainings/assignment-rules.service';
import { PublishingService } from '../trainings/publishing.service';
import { Renewals } from '../trainings/renewals.service';
import { Chance } from './chance';
import { DEMO_ACCOUNTS } from './demo-accounts';
import type { DemoDays } from './demo-days';
import { DemoLibrary } from './demo-library';
import { DemoOffice } from './demo-office';
import { DemoOrganisations } from './demo-organisations';
import { HistoryWriter } from './history-writer';
import { learningStory } from './learning-story';
import { handEvidence } from './nordhafen/hand-evidence';
import { DEPARTMENTS, PEOPLE, employments, mailbox, type DemoPerson } from './nordhafen/people';
import { KEYS, LETTERS } from './nordhafen/letters';
import { NordhafenPresent, type Plant } from './nordhafen/present.seed';
import { JOB_ROLES, ROLE_TARGETS, ROLE_TRAININGS, SKILLS, type DemoRole } from './nordhafen/skills';
import {
  PERSONAL_TARGETS,
  UNTOLD_SKILLS,
  SCRIPTED_TRAININGS,
  scriptedEpisodes,
  scriptedEvidence,
} from './nordhafen/script';
import { CATEGORIES, TRAININGS } from './nordhafen/trainings';

const SEED = 20_240_229;
const ZONE = 'Europe/Berlin';
const HISTORY_DAYS = 730;
const GRINDERS = ['N-1009', 'N-1010', 'N-1012', 'N-1013', 'N-1017', 'N-1018', 'N-1022'];

/** Nordhafen Works: a small plant with two years of history, so that every screen has something true to show. */
@Injectable()
export class NordhafenSeed {
  constructor(
    private readonly organisations: DemoOrganisations,
    private readonly library: DemoLibrary,
    private readonly history: HistoryWriter,
    private readonly subscriptions: Subscriptions,
    private readonly departments: DepartmentsService,
    private readonly jobRoles: JobRolesService,
    private readonly people: StaffService,
    private readonly employment: EmploymentService,
    private readonly targets: SkillTargetsService,
    private readonly grids: TargetGrids,
    private readonly ledger: SkillLedger,
    private readonly publishing: PublishingService,
    private readonly renewals: Renewals,
    private readonly certificates: CertificateIssuing,
    private readonly present: NordhafenPresent,
    private readonly office: DemoOffice,
    private readonly settings: Settings,
    private readonly rules: AssignmentRulesService,
  ) {}

  /** In the caller's transaction. @returns how many staff there are */
  async make(hashes: ReadonlyMap<string, string>): Promise<number> {
    const days = this.organisations.daysIn(ZONE);
    const tenant = await this.register(days, hashes.get(DEMO_ACCOUNTS.admin.user_name)!);
    const roles = await this.makeRoles(tenant);
    const staff = await this.makeStaff(tenant, days, roles);
    const opened = days.at(days.ago(HISTORY_DAYS + 30), 8 * 60);
    const shelf = await this.library.fill(
      tenant,
      { skills: SKILLS, categories: CATEGORIES, trainings: TRAININGS },
      opened,
    );
    const plant: Plant = { tenant, days, shelf, staff, roles };
    await this.setTargets(plant);
    await this.learn(plant);
    await this.archiveOld(plant);
    await this.present.decide(plant);
    await this.office.write(tenant, DEMO_ACCOUNTS.admin.user_name, LETTERS);
    await this.office.makeKeys(tenant, KEYS);
    for (const account of [DEMO_ACCOUNTS.manager, DEMO_ACCOUNTS.welder, DEMO_ACCOUNTS.driver]) {
      const staff_id = staff.get(account.staff_code!)!;
      await this.organisations.learner(tenant, account, hashes.get(account.user_name)!, {
        staff_id,
        time_zone: PEOPLE.find(({ code }) => code === account.staff_code)?.zone ?? null,
      });
      await this.employment.invite(tenant, staff_id, 'user');
    }
    await this.present.comeAndGo(plant);
    await this.renewals.catchUp(tenant, days.today);
    await this.certificates.recordPast(tenant);
    await this.makeRules(plant);
    return staff.size;
  }

  /** A trial first, then three yearly terms; the last began two months ago. */
  private async register(days: DemoDays, password_hash: string): Promise<Tenant> {
    const chosen = await this.organisations.package('Professional');
    const terms = [24, 12, 0].map((months) => {
      const from = addMonths(days.ago(60), -months);
      return { from, until: addDays(addMonths(from, 12), -1) };
    });
    const tenant = await this.organisations.register(DEMO_ACCOUNTS.admin, password_hash, {
      subscription_id: chosen.subscription_id,
      time_zone: ZONE,
      registered_on: addDays(terms[0]!.from, -24),
      mobile_one: '4940555012',
      billing_address: 'Nordhafenkai 12, 20457 Hamburg',
      website: 'https://nordhafen.example',
    });
    for (const term of terms) await this.subscriptions.subscribe(tenant, chosen, term);
    await this.settings.change(tenant, { financial_year_start_month: financialYearStart(days) });
    return tenant;
  }

  /** Whoever drives learns the daily check, whether or not somebody thinks of it. */
  private async makeRules({ tenant, shelf, roles }: Plant): Promise<void> {
    const { training_id } = shelf.training('FORK-101');
    const job_role_id = roles.get('driver')!;
    await this.rules.create(tenant, {
      name: 'Forklift drivers',
      training_id: [training_id],
      job_role_id,
      due_days: 30,
    });
  }

  private async makeRoles(tenant: Tenant): Promise<Map<DemoRole, string>> {
    const made = new Map<DemoRole, string>();
    for (const [role, name] of Object.entries(JOB_ROLES)) {
      made.set(role as DemoRole, (await this.jobRoles.create(tenant, { name })).job_role_id);
    }
    return made;
  }

  private async makeStaff(
    tenant: Tenant,
    days: DemoDays,
    roles: ReadonlyMap<DemoRole, string>,
  ): Promise<Map<string, string>> {
    const departments = new Map<string, string>();
    for (const [name, parent] of DEPARTMENTS) {
      const parent_id = parent === null ? null : departments.get(parent)!;
      departments.set(name, (await this.departments.create(tenant, { name, parent_id })).department_id);
    }
    const made = new Map<string, string>();
    const body = (person: DemoPerson) => ({
      staff_code: person.code,
      first_name: person.first_name,
      last_name: person.last_name,
      email: mailbox(person.first_name, person.last_name, 'nordhafen.example'),
      department_id: departments.get(person.department)!,
      job_role_id: roles.get(person.role)!,
      manager_id: person.manager === null ? null : made.get(person.manager)!,
      joined: days.ago(person.joined),
      language: person.language,
      time_zone: person.zone,
    });
    // Managers first: the row of each names the one above.
    for (let waiting = PEOPLE; waiting.length; waiting = waiting.filter(({ code }) => !made.has(code))) {
      const ready = waiting.filter(({ manager }) => manager === null || made.has(manager));
      const rows = await this.people.createMany(tenant, ready.map(body));
      for (const { staff_code, staff_id } of rows) made.set(staff_code, staff_id);
    }
    return made;
  }

  private async setTargets({ tenant, days, shelf, staff, roles }: Plant): Promise<void> {
    const from_date = days.ago(HISTORY_DAYS + 20);
    const changes = Object.entries(ROLE_TARGETS).flatMap(([role, asked]) =>
      Object.entries(asked).map(([skill, level]) => ({
        job_role_id: roles.get(role as DemoRole)!,
        skill_id: shelf.skill(skill),
        level,
        from_date,
      })),
    );
    await this.grids.setGrid(tenant, changes);
    for (const { staff: code, skill, level, ago, reason } of PERSONAL_TARGETS) {
      const whom = { staff_id: staff.get(code)!, skill_id: shelf.skill(skill) };
      await this.targets.create(tenant, { ...whom, level, reason, from_date: days.ago(ago) });
    }
  }

  private async learn({ tenant, days, shelf, staff }: Plant): Promise<void> {
    const chance = new Chance(SEED);
    const learners = PEOPLE.flatMap((person) =>
      employments(person).map(({ since, until }) => ({
        code: person.code,
        role: person.role,
        joined: days.ago(since),
        last_active_day: until === undefined ? null : days.ago(until),
      })),
    );
    const story = { days, chance, courses: shelf.courses, length: HISTORY_DAYS, scripted: SCRIPTED_TRAININGS };
    const campaigns = learningStory({ ...story, learners, assigned: ROLE_TRAININGS });
    const grinders = learners.filter(({ code }) => GRINDERS.includes(code));
    const grinding = learningStory({ ...story, learners: grinders, assigned: { welder: ['GRIND-90'] } });
    const byHand = [...handEvidence(PEOPLE, days, chance, UNTOLD_SKILLS), ...scriptedEvidence(days)];
    await this.ledger.grant(
      tenant,
      byHand.map(({ staff: code, skill, ...facts }) => ({
        ...facts,
        staff_id: staff.get(code)!,
        skill_id: shelf.skill(skill),
        source_type: 'hand',
        state: 'approved',
      })),
    );
    await this.history.write(tenant, shelf, staff, [...campaigns, ...grinding, ...scriptedEpisodes(days)]);
  }

  private async archiveOld({ tenant, shelf }: Plant): Promise<void> {
    for (const { code } of TRAININGS.filter(({ status }) => status === 'archived')) {
      await this.publishing.archive(tenant, shelf.training(code).training_id);
    }
  }
}

/**
 * January, or July in the first half of a year: reports begin with the financial year (reports.md §4, Windows), and whatever
 * the day, half a year or more of the history lies within it.
 */
const financialYearStart = ({ today }: DemoDays): number => (today.slice(5, 7) <= '06' ? 7 : 1);
