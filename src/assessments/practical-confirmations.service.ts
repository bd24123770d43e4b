import { Injectable } from '@nestjs/common';
import { toAsciiDigits } from '../contract/digits';
import type { ConfirmedHow, PracticalAnswer } from '../contract/practical-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { WrongStatus } from '../platform/errors/record-errors';
import { keyOf } from '../platform/folded';
import { SkillLedger } from '../skills/skill-ledger.service';
import { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssessesOwn, ConfirmsInAccount, NotTheAssessed, NotYourAssessment, OtherStaffCode } from './assessment.errors';
import { PracticalAssessment } from './practical-assessment.entity';
import { PracticalReading } from './practical-reading';

/**
 * What the assessed person says to an assessment: that it took place, and what it says. Then it counts, if it was passed: one
 * piece of evidence, by the rules of the ledger. Who has an account confirms there; for who has none it is their staff code on
 * the assessor's device, and the record says so.
 */
@Injectable()
export class PracticalConfirmations {
  constructor(
    @Records(PracticalAssessment) private readonly assessments: TenantRepository<PracticalAssessment>,
    private readonly reading: PracticalReading,
    private readonly ledger: SkillLedger,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Confirmed twice it is confirmed. @throws NotFound, NotTheAssessed, WrongStatus */
  confirm(tenant: Tenant, assessment_id: string): Promise<PracticalAnswer> {
    return this.held(tenant, assessment_id, async (was) => {
      if (was.staff_id !== tenant.actor.staff_id) throw new NotTheAssessed();
      if (was.state !== 'confirmed') await this.counts(tenant, was, 'own');
    });
  }

  /** @throws NotFound, AssessesOwn, WrongStatus, ConfirmsInAccount, NotYourAssessment, OtherStaffCode */
  confirmInPerson(tenant: Tenant, assessment_id: string, staff_code: string): Promise<PracticalAnswer> {
    return this.held(tenant, assessment_id, async (was) => {
      if (was.staff_id === tenant.actor.staff_id) throw new AssessesOwn();
      demandGiven(was);
      const about = await this.reading.about(tenant, was);
      if (about.has_account) throw new ConfirmsInAccount();
      if (was.assessed_by !== tenant.actor.account_id) throw new NotYourAssessment();
      if (keyOf(toAsciiDigits(staff_code)) !== keyOf(toAsciiDigits(about.staff_code))) throw new OtherStaffCode();
      await this.counts(tenant, was, 'in_person');
    });
  }

  /** With it as it is while nobody else writes to this person's ledger. */
  private async held(
    tenant: Tenant,
    assessment_id: string,
    work: (was: PracticalAssessment) => Promise<void>,
  ): Promise<PracticalAnswer> {
    const { staff_id } = await this.reading.record(tenant, assessment_id);
    await this.transactions.run(async () => {
      await this.locks.take(tenant, [staff_id]);
      await work(await this.reading.record(tenant, assessment_id));
    });
    return this.reading.one(tenant, assessment_id);
  }

  private async counts(tenant: Tenant, was: PracticalAssessment, confirmed_how: ConfirmedHow): Promise<void> {
    demandGiven(was);
    const { assessment_id, staff_id, skill_id, level, outcome, row_version } = was;
    const evidence_id = outcome === 'passed' ? await this.grant(tenant, was) : null;
    const change = { state: 'confirmed', confirmed_at: this.clock.now(), confirmed_how, evidence_id } as const;
    if (!(await this.assessments.update(tenant, { assessment_id, row_version }, change)))
      throw new LookedTooEarly('The assessment was changed meanwhile');
    const became = { assessment_id, skill_id, level, state: 'confirmed', outcome, confirmed_how };
    await this.audit.record(auditEntry(tenant, 'staff.assess-confirm', staff_id, { state: was.state }, became));
  }

  /** From the day on which it was seen, recorded by who saw it; it waits where the skill wants a sign-off. */
  private async grant(tenant: Tenant, was: PracticalAssessment): Promise<string> {
    const { assessment_id, staff_id, skill_id, level, assessed_on, assessed_by, note } = was;
    const [evidence_id] = await this.ledger.grant(tenant, [
      {
        ...{ staff_id, skill_id, level, note, kind: 'assessment', effective_date: assessed_on! },
        ...{ source_type: 'practical', source_id: assessment_id, recorded_by: assessed_by },
      },
    ]);
    return evidence_id!;
  }
}

/** @throws WrongStatus */
function demandGiven({ state }: PracticalAssessment): void {
  if (state !== 'given') throw new WrongStatus('confirmation', state);
}
