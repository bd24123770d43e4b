import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import {
  ASSESSMENTS_SHOWN,
  type CriterionMark,
  type MarkedCriterion,
  type PracticalAnswer,
} from '../contract/practical-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { WrongStatus } from '../platform/errors/record-errors';
import { newId } from '../platform/ids';
import { SkillsService } from '../skills/skills.service';
import { StaffService } from '../staff/staff.service';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import {
  AssessedAlready,
  AssessesOwn,
  NoChecklist,
  NoSuchCriterion,
  NotAllMarked,
  NotYourAssessment,
} from './assessment.errors';
import { Checklists } from './checklists.service';
import { PracticalAssessment } from './practical-assessment.entity';
import { outcomeOf } from './practical-outcome';
import { PracticalReading } from './practical-reading';

export interface Begun {
  staff_id: string;
  skill_id: string;
  level: number;
}
export interface Filled {
  marks?: readonly { criterion: number; mark?: CriterionMark | null | undefined; note?: string | null | undefined }[];
  note?: string | null | undefined;
}

const OPEN = 'open' as const;
const NAME =
  'SELECT a.first_name AS first_name, a.last_name AS last_name FROM account a WHERE a.customer_id = :customer_id AND a.account_id = :account_id';

/**
 * Somebody shows a level at work, and an assessor goes through the checklist of it: an admin, or a manager of the line; nobody
 * for themselves. What the person says to it, and what comes of it, is the business of PracticalConfirmations.
 */
@Injectable()
export class PracticalAssessments {
  constructor(
    @Records(PracticalAssessment) private readonly assessments: TenantRepository<PracticalAssessment>,
    private readonly reading: PracticalReading,
    private readonly checklists: Checklists,
    private readonly staff: StaffService,
    private readonly skills: SkillsService,
    private readonly queries: TenantQueries,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** The latest of a person. @throws NotFound */
  async ofPerson(tenant: Tenant, staff_id: string): Promise<PracticalAnswer[]> {
    await this.staff.record(tenant, staff_id);
    return this.reading.latest(tenant, staff_id, ASSESSMENTS_SHOWN);
  }

  /** Asked again it is the one that is open. @throws NotFound, AssessesOwn, StaffUnknown, SkillUnknown, NoChecklist, AssessedAlready */
  async start(tenant: Tenant, { staff_id, skill_id, level }: Begun): Promise<PracticalAnswer> {
    await this.staff.record(tenant, staff_id);
    if (staff_id === tenant.actor.staff_id) throw new AssessesOwn();
    await this.staff.activeAmong(tenant, [staff_id]);
    await this.skills.activeAmong(tenant, [skill_id]);
    const assessor_name = await this.nameOf(tenant);
    const assessment_id = await this.transactions.run(async () => {
      const checklist = await this.checklists.of(tenant, skill_id, level);
      if (!checklist) throw new NoChecklist(level);
      const begun = {
        ...{ assessment_id: newId(this.clock.now()), staff_id, skill_id, level, needed: checklist.needed },
        criteria: checklist.criteria.map((each) => ({ ...each, mark: null, note: null })),
        ...{ state: OPEN, slot: OPEN, assessed_by: tenant.actor.account_id, assessor_name },
        ...{ note: null, outcome: null, assessed_on: null },
        ...{ confirmed_at: null, confirmed_how: null, evidence_id: null },
      } as const;
      if (await this.assessments.insertMissing(tenant, [begun])) return begun.assessment_id;
      const open = await this.assessments.one(tenant, { staff_id, skill_id, level, slot: OPEN });
      if (!open) throw new LookedTooEarly('The open assessment has just ended');
      if (open.assessed_by !== tenant.actor.account_id) throw new AssessedAlready(open.assessor_name);
      return open.assessment_id;
    });
    return this.reading.one(tenant, assessment_id);
  }

  /** What is left out stays. @throws NotFound, AssessesOwn, WrongStatus, NotYourAssessment, InvalidFields */
  async fill(tenant: Tenant, assessment_id: string, { marks = [], note }: Filled): Promise<PracticalAnswer> {
    await this.transactions.run(async () => {
      const was = await this.own(tenant, assessment_id, 'filling in');
      const unknown = marks.find(({ criterion }) => criterion > was.criteria.length);
      if (unknown) throw new NoSuchCriterion(was.criteria.length);
      const criteria = was.criteria.map((each, at) =>
        marks.filter(({ criterion }) => criterion === at + 1).reduce(marked, each),
      );
      await this.change(tenant, was, { criteria, ...(note !== undefined && { note }) });
    });
    return this.reading.one(tenant, assessment_id);
  }

  /** From now on it says what it says. @throws NotFound, AssessesOwn, WrongStatus, NotYourAssessment, NotAllMarked */
  async submit(tenant: Tenant, assessment_id: string): Promise<PracticalAnswer> {
    await this.transactions.run(async () => {
      const was = await this.own(tenant, assessment_id, 'submission');
      const left = was.criteria.filter(({ mark }) => mark === null).length;
      if (left) throw new NotAllMarked(left);
      const outcome = outcomeOf(was.criteria, was.needed);
      const assessed_on = dayAt(this.clock.now(), tenant.time_zone);
      await this.change(tenant, was, { state: 'given', slot: assessment_id, outcome, assessed_on });
      const { skill_id, level } = was;
      await this.tell(tenant, 'staff.assess', was, null, { assessment_id, skill_id, level, outcome });
    });
    return this.reading.one(tenant, assessment_id);
  }

  /** It never counted: what was begun by mistake, or is not agreed on. @throws NotFound, AssessesOwn, WrongStatus */
  async withdraw(tenant: Tenant, assessment_id: string, reason: string): Promise<PracticalAnswer> {
    await this.transactions.run(async () => {
      const was = await this.reading.record(tenant, assessment_id);
      if (was.staff_id === tenant.actor.staff_id) throw new AssessesOwn();
      const { state, skill_id, level } = was;
      if (state !== 'open' && state !== 'given') throw new WrongStatus('withdrawal', state);
      await this.change(tenant, was, { state: 'withdrawn', slot: assessment_id });
      const became = { assessment_id, skill_id, level, state: 'withdrawn', reason };
      await this.tell(tenant, 'staff.assess-withdraw', was, { state }, became);
    });
    return this.reading.one(tenant, assessment_id);
  }

  /** The asker's own, still open. */
  private async own(tenant: Tenant, assessment_id: string, what: string): Promise<PracticalAssessment> {
    const record = await this.reading.record(tenant, assessment_id);
    if (record.staff_id === tenant.actor.staff_id) throw new AssessesOwn();
    if (record.state !== 'open') throw new WrongStatus(what, record.state);
    if (record.assessed_by !== tenant.actor.account_id) throw new NotYourAssessment();
    return record;
  }

  /** As it was read, or the whole begins again. */
  private async change(tenant: Tenant, was: PracticalAssessment, change: Partial<PracticalAssessment>): Promise<void> {
    const { assessment_id, row_version } = was;
    if (await this.assessments.update(tenant, { assessment_id, row_version }, change)) return;
    throw new LookedTooEarly('The assessment was changed meanwhile');
  }

  private tell(tenant: Tenant, action: string, about: PracticalAssessment, was: object | null, became: object) {
    return this.audit.record(auditEntry(tenant, action, about.staff_id, was, became));
  }

  private async nameOf(tenant: Tenant): Promise<string | null> {
    const { account_id } = tenant.actor;
    if (account_id === null) return null;
    const asked = { account_id };
    const [row] = await this.queries.rows<{ first_name: string; last_name: string }>(tenant, NAME, asked);
    return (row && fullName(row.first_name, row.last_name)) || null;
  }
}

/** What was not sent of it stays. */
function marked(each: MarkedCriterion, { mark, note }: NonNullable<Filled['marks']>[number]): MarkedCriterion {
  return { ...each, ...(mark !== undefined && { mark }), ...(note !== undefined && { note }) };
}
