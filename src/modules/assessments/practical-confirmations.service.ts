import { Injectable } from '@nestjs/common';
import { toAsciiDigits } from '../../contract/digits';
import type { ConfirmationMethod, PracticalAssessmentResponse } from '../../contract/practical.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { WrongStatusError } from '../../common/errors/record.errors';
import { normalizeKey } from '../../common/text-normalization';
import { SkillLedgerService } from '../skills/skill-ledger.service';
import { LedgerLocks } from '../staff/ledger-locks';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import {
  SelfAssessmentError,
  MustConfirmInAccountError,
  NotTheAssessedPersonError,
  NotTheAssessorError,
  StaffCodeMismatchError,
} from './assessment.errors';
import { PracticalAssessment } from './practical-assessment.entity';
import { PracticalAssessmentsQuery } from './practical-assessments.query';

/**
 * Confirmation by the assessed person. A passed assessment then becomes one piece of evidence by the rules of the
 * ledger. People with an account confirm there; others type their staff code on the assessor's device, which is
 * recorded.
 */
@Injectable()
export class PracticalConfirmationsService {
  constructor(
    @InjectTenantRepository(PracticalAssessment) private readonly assessments: TenantRepository<PracticalAssessment>,
    private readonly query: PracticalAssessmentsQuery,
    private readonly ledger: SkillLedgerService,
    private readonly locks: LedgerLocks,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** Idempotent. @throws NotFoundError, NotTheAssessedPersonError, WrongStatusError */
  confirm(tenant: Tenant, assessment_id: string): Promise<PracticalAssessmentResponse> {
    return this.withLedgerLock(tenant, assessment_id, async (assessment) => {
      if (assessment.staff_id !== tenant.actor.staff_id) throw new NotTheAssessedPersonError();
      if (assessment.state !== 'confirmed') await this.completeConfirmation(tenant, assessment, 'own');
    });
  }

  /** @throws NotFoundError, SelfAssessmentError, WrongStatusError, MustConfirmInAccountError, NotTheAssessorError, StaffCodeMismatchError */
  confirmInPerson(tenant: Tenant, assessment_id: string, staff_code: string): Promise<PracticalAssessmentResponse> {
    return this.withLedgerLock(tenant, assessment_id, async (assessment) => {
      if (assessment.staff_id === tenant.actor.staff_id) throw new SelfAssessmentError();
      requireSubmitted(assessment);
      const context = await this.query.loadContext(tenant, assessment);
      if (context.has_account) throw new MustConfirmInAccountError();
      if (assessment.assessed_by !== tenant.actor.account_id) throw new NotTheAssessorError();
      if (normalizeKey(toAsciiDigits(staff_code)) !== normalizeKey(toAsciiDigits(context.staff_code)))
        throw new StaffCodeMismatchError();
      await this.completeConfirmation(tenant, assessment, 'in_person');
    });
  }

  /** Runs `work` with the current record while holding the ledger lock of the person. */
  private async withLedgerLock(
    tenant: Tenant,
    assessment_id: string,
    work: (assessment: PracticalAssessment) => Promise<void>,
  ): Promise<PracticalAssessmentResponse> {
    const { staff_id } = await this.query.record(tenant, assessment_id);
    await this.transactions.run(async () => {
      await this.locks.acquire(tenant, [staff_id]);
      await work(await this.query.record(tenant, assessment_id));
    });
    return this.query.one(tenant, assessment_id);
  }

  private async completeConfirmation(
    tenant: Tenant,
    assessment: PracticalAssessment,
    confirmed_how: ConfirmationMethod,
  ): Promise<void> {
    requireSubmitted(assessment);
    const { assessment_id, staff_id, skill_id, level, outcome, row_version } = assessment;
    const evidence_id = outcome === 'passed' ? await this.grantEvidence(tenant, assessment) : null;
    const change = { state: 'confirmed', confirmed_at: this.clock.now(), confirmed_how, evidence_id } as const;
    if (!(await this.assessments.update(tenant, { assessment_id, row_version }, change)))
      throw new StaleReadError('The assessment has changed since it was read');
    const auditAfter = { assessment_id, skill_id, level, state: 'confirmed', outcome, confirmed_how };
    await this.audit.record(
      buildAuditEntry(tenant, 'staff.assess-confirm', staff_id, { state: assessment.state }, auditAfter),
    );
  }

  /** Evidence from the day of the assessment, recorded by the assessor; pending if the skill requires a sign-off. */
  private async grantEvidence(tenant: Tenant, assessment: PracticalAssessment): Promise<string> {
    const { assessment_id, staff_id, skill_id, level, assessed_on, assessed_by, note } = assessment;
    const [evidence_id] = await this.ledger.grant(tenant, [
      {
        staff_id,
        skill_id,
        level,
        note,
        kind: 'assessment',
        effective_date: assessed_on!,
        source_type: 'practical',
        source_id: assessment_id,
        recorded_by: assessed_by,
      },
    ]);
    return evidence_id!;
  }
}

/** @throws WrongStatusError */
function requireSubmitted({ state }: PracticalAssessment): void {
  if (state !== 'given') throw new WrongStatusError('confirmation', state);
}
