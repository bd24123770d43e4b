import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import {
  ASSESSMENTS_LISTED_MAX,
  type CriterionMark,
  type MarkedCriterion,
  type PracticalAssessmentResponse,
} from '../../contract/practical.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { WrongStatusError } from '../../common/errors/record.errors';
import { newId } from '../../common/ids';
import { SkillsService } from '../skills/skills.service';
import { StaffService } from '../staff/staff.service';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import {
  AssessmentAlreadyOpenError,
  SelfAssessmentError,
  NoChecklistError,
  UnknownCriterionError,
  UnmarkedCriteriaError,
  NotTheAssessorError,
} from './assessment.errors';
import { ChecklistsService } from './checklists.service';
import { PracticalAssessment } from './practical-assessment.entity';
import { outcomeOf } from './practical-outcome';
import { PracticalAssessmentsQuery } from './practical-assessments.query';

export interface AssessmentStartInput {
  staff_id: string;
  skill_id: string;
  level: number;
}
export interface AssessmentFillInput {
  marks?: readonly { criterion: number; mark?: CriterionMark | null | undefined; note?: string | null | undefined }[];
  note?: string | null | undefined;
}

const OPEN = 'open' as const;
const ACCOUNT_NAME =
  'SELECT a.first_name AS first_name, a.last_name AS last_name FROM account a WHERE a.customer_id = :customer_id AND a.account_id = :account_id';

/**
 * Practical assessments: an admin or a manager of the reporting line assesses a level by its checklist, never their
 * own. Confirmation is in PracticalConfirmationsService.
 */
@Injectable()
export class PracticalAssessmentsService {
  constructor(
    @InjectTenantRepository(PracticalAssessment) private readonly assessments: TenantRepository<PracticalAssessment>,
    private readonly query: PracticalAssessmentsQuery,
    private readonly checklistsService: ChecklistsService,
    private readonly staff: StaffService,
    private readonly skills: SkillsService,
    private readonly queries: TenantQueries,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** The latest assessments of a person. @throws NotFoundError */
  async listByStaff(tenant: Tenant, staff_id: string): Promise<PracticalAssessmentResponse[]> {
    await this.staff.record(tenant, staff_id);
    return this.query.latest(tenant, staff_id, ASSESSMENTS_LISTED_MAX);
  }

  /**
   * Returns the open assessment if there is one.
   * @throws NotFoundError, SelfAssessmentError, UnknownStaffError, UnknownSkillError, NoChecklistError, AssessmentAlreadyOpenError
   */
  async start(
    tenant: Tenant,
    { staff_id, skill_id, level }: AssessmentStartInput,
  ): Promise<PracticalAssessmentResponse> {
    await this.staff.record(tenant, staff_id);
    if (staff_id === tenant.actor.staff_id) throw new SelfAssessmentError();
    await this.staff.requireActive(tenant, [staff_id]);
    await this.skills.getActive(tenant, [skill_id]);
    const assessor_name = await this.findCurrentUserName(tenant);
    const assessment_id = await this.transactions.run(async () => {
      const checklist = await this.checklistsService.findOne(tenant, skill_id, level);
      if (!checklist) throw new NoChecklistError(level);
      const newAssessment = {
        assessment_id: newId(this.clock.now()),
        staff_id,
        skill_id,
        level,
        needed: checklist.needed,
        criteria: checklist.criteria.map((each) => ({ ...each, mark: null, note: null })),
        state: OPEN,
        slot: OPEN,
        assessed_by: tenant.actor.account_id,
        assessor_name,
        note: null,
        outcome: null,
        assessed_on: null,
        confirmed_at: null,
        confirmed_how: null,
        evidence_id: null,
      } as const;
      if (await this.assessments.insertMissing(tenant, [newAssessment])) return newAssessment.assessment_id;
      const open = await this.assessments.findOne(tenant, { staff_id, skill_id, level, slot: OPEN });
      if (!open) throw new StaleReadError('The open assessment has just ended');
      if (open.assessed_by !== tenant.actor.account_id) throw new AssessmentAlreadyOpenError(open.assessor_name);
      return open.assessment_id;
    });
    return this.query.one(tenant, assessment_id);
  }

  /** Omitted fields stay. @throws NotFoundError, SelfAssessmentError, WrongStatusError, NotTheAssessorError, InvalidFieldsError */
  async fill(
    tenant: Tenant,
    assessment_id: string,
    { marks = [], note }: AssessmentFillInput,
  ): Promise<PracticalAssessmentResponse> {
    await this.transactions.run(async () => {
      const before = await this.findOwnOpen(tenant, assessment_id, 'filling in');
      const unknown = marks.find(({ criterion }) => criterion > before.criteria.length);
      if (unknown) throw new UnknownCriterionError(before.criteria.length);
      const criteria = before.criteria.map((each, at) =>
        marks.filter(({ criterion }) => criterion === at + 1).reduce(applyMark, each),
      );
      await this.change(tenant, before, { criteria, ...(note !== undefined && { note }) });
    });
    return this.query.one(tenant, assessment_id);
  }

  /** Freezes the content. @throws NotFoundError, SelfAssessmentError, WrongStatusError, NotTheAssessorError, UnmarkedCriteriaError */
  async submit(tenant: Tenant, assessment_id: string): Promise<PracticalAssessmentResponse> {
    await this.transactions.run(async () => {
      const before = await this.findOwnOpen(tenant, assessment_id, 'submission');
      const unmarkedCount = before.criteria.filter(({ mark }) => mark === null).length;
      if (unmarkedCount) throw new UnmarkedCriteriaError(unmarkedCount);
      const outcome = outcomeOf(before.criteria, before.needed);
      const assessed_on = dayAt(this.clock.now(), tenant.time_zone);
      await this.change(tenant, before, { state: 'given', slot: assessment_id, outcome, assessed_on });
      const { skill_id, level } = before;
      await this.recordAudit(tenant, 'staff.assess', before, null, { assessment_id, skill_id, level, outcome });
    });
    return this.query.one(tenant, assessment_id);
  }

  /** Withdraws an open or submitted assessment. @throws NotFoundError, SelfAssessmentError, WrongStatusError */
  async withdraw(tenant: Tenant, assessment_id: string, reason: string): Promise<PracticalAssessmentResponse> {
    await this.transactions.run(async () => {
      const before = await this.query.record(tenant, assessment_id);
      if (before.staff_id === tenant.actor.staff_id) throw new SelfAssessmentError();
      const { state, skill_id, level } = before;
      if (state !== 'open' && state !== 'given') throw new WrongStatusError('withdrawal', state);
      await this.change(tenant, before, { state: 'withdrawn', slot: assessment_id });
      const auditAfter = { assessment_id, skill_id, level, state: 'withdrawn', reason };
      await this.recordAudit(tenant, 'staff.assess-withdraw', before, { state }, auditAfter);
    });
    return this.query.one(tenant, assessment_id);
  }

  /** An open assessment of which the current user is the assessor. */
  private async findOwnOpen(tenant: Tenant, assessment_id: string, action: string): Promise<PracticalAssessment> {
    const record = await this.query.record(tenant, assessment_id);
    if (record.staff_id === tenant.actor.staff_id) throw new SelfAssessmentError();
    if (record.state !== 'open') throw new WrongStatusError(action, record.state);
    if (record.assessed_by !== tenant.actor.account_id) throw new NotTheAssessorError();
    return record;
  }

  /** Retries the transaction if the row changed since it was read. */
  private async change(
    tenant: Tenant,
    before: PracticalAssessment,
    change: Partial<PracticalAssessment>,
  ): Promise<void> {
    const { assessment_id, row_version } = before;
    if (await this.assessments.update(tenant, { assessment_id, row_version }, change)) return;
    throw new StaleReadError('The assessment has changed since it was read');
  }

  private recordAudit(
    tenant: Tenant,
    action: string,
    assessment: PracticalAssessment,
    before: object | null,
    after: object,
  ) {
    return this.audit.record(buildAuditEntry(tenant, action, assessment.staff_id, before, after));
  }

  private async findCurrentUserName(tenant: Tenant): Promise<string | null> {
    const { account_id } = tenant.actor;
    if (account_id === null) return null;
    const parameters = { account_id };
    const [row] = await this.queries.rows<{ first_name: string; last_name: string }>(tenant, ACCOUNT_NAME, parameters);
    return (row && fullName(row.first_name, row.last_name)) || null;
  }
}

/** Omitted fields stay. */
function applyMark(
  criterion: MarkedCriterion,
  { mark, note }: NonNullable<AssessmentFillInput['marks']>[number],
): MarkedCriterion {
  return { ...criterion, ...(mark !== undefined && { mark }), ...(note !== undefined && { note }) };
}
