import { Injectable } from '@nestjs/common';
import { fullName } from '../../contract/person-name';
import type { AssessmentCommand, PracticalAssessmentResponse } from '../../contract/practical.responses';
import { ASSESSMENT_COMMANDS } from '../../contract/practical.responses';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { idFromBytes } from '../../common/ids';
import { restrictToVisible } from '../../tenancy/row-visibility';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { PracticalAssessment } from './practical-assessment.entity';

/** Names and account state for an assessment. */
interface AssessmentContext {
  staff_name: string;
  staff_code: string;
  skill_name: string;
  has_account: boolean;
}
interface AssessmentContextRow {
  id: Uint8Array;
  staff_name: string;
  last_name: string;
  staff_code: string;
  skill_name: string;
  account_id: Uint8Array | null;
}

const CONTEXT = `SELECT p.assessment_id AS id, s.first_name AS staff_name, s.last_name AS last_name, s.staff_code AS staff_code, k.name AS skill_name, a.account_id AS account_id
 FROM practical_assessment p
 JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = p.staff_id
 JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = p.skill_id
 LEFT JOIN account a ON a.customer_id = :customer_id AND a.staff_id = p.staff_id AND a.status = 'active'
 WHERE p.customer_id = :customer_id AND p.assessment_id IN (:assessment_id)`;

/** Assessments visible to the current user: their own, those of their reporting line, all for admins. */
@Injectable()
export class PracticalAssessmentsQuery {
  constructor(
    @InjectTenantRepository(PracticalAssessment) private readonly assessments: TenantRepository<PracticalAssessment>,
    private readonly queries: TenantQueries,
  ) {}

  /** @throws NotFoundError */
  async record(tenant: Tenant, assessment_id: string): Promise<PracticalAssessment> {
    const record = await this.assessments.findOne(
      tenant,
      restrictToVisible<PracticalAssessment>(tenant, { assessment_id }),
    );
    if (!record) throw new NotFoundError('assessment');
    return record;
  }

  /** @throws NotFoundError */
  async one(tenant: Tenant, assessment_id: string): Promise<PracticalAssessmentResponse> {
    const [row] = await this.toAnswers(tenant, [await this.record(tenant, assessment_id)]);
    return row!;
  }

  /** Newest first. */
  async latest(tenant: Tenant, staff_id: string, limit: number): Promise<PracticalAssessmentResponse[]> {
    const where = restrictToVisible<PracticalAssessment>(tenant, { staff_id });
    return this.toAnswers(
      tenant,
      await this.assessments.find(tenant, where, { order: [['assessment_id', 'desc']], limit }),
    );
  }

  async loadContext(tenant: Tenant, record: PracticalAssessment): Promise<AssessmentContext> {
    return (await this.loadContexts(tenant, [record])).get(record.assessment_id)!;
  }

  private async toAnswers(
    tenant: Tenant,
    records: readonly PracticalAssessment[],
  ): Promise<PracticalAssessmentResponse[]> {
    const contexts = await this.loadContexts(tenant, records);
    return records.map((record) => toAnswer(tenant, record, contexts.get(record.assessment_id)!));
  }

  private async loadContexts(
    tenant: Tenant,
    records: readonly PracticalAssessment[],
  ): Promise<Map<string, AssessmentContext>> {
    if (!records.length) return new Map();
    const assessment_id = records.map((record) => record.assessment_id);
    const rows = await this.queries.rows<AssessmentContextRow>(tenant, CONTEXT, { assessment_id });
    return new Map(
      rows.map(({ id, staff_name, last_name, staff_code, skill_name, account_id }) => [
        idFromBytes(id),
        { staff_name: fullName(staff_name, last_name), staff_code, skill_name, has_account: account_id !== null },
      ]),
    );
  }
}

function toAnswer(
  tenant: Tenant,
  record: PracticalAssessment,
  context: AssessmentContext,
): PracticalAssessmentResponse {
  const { staff_name, skill_name } = context;
  const { assessment_id, staff_id, skill_id, level, needed, criteria, note, state, outcome } = record;
  const { assessor_name, assessed_on, confirmed_at, confirmed_how, evidence_id, created_at, row_version } = record;
  return {
    assessment_id,
    staff_id,
    staff_name,
    skill_id,
    skill_name,
    level,
    needed,
    criteria,
    note,
    state,
    outcome,
    assessor_name,
    assessed_on,
    confirmed_how,
    evidence_id,
    row_version,
    confirmed_at: confirmed_at === null ? null : toIso(confirmed_at),
    started_at: toIso(created_at),
    commands: commandsOf(tenant, record, context),
  };
}

/** The commands that would be accepted. */
function commandsOf(
  { actor }: Tenant,
  record: PracticalAssessment,
  { has_account }: AssessmentContext,
): AssessmentCommand[] {
  const { state, staff_id, assessed_by } = record;
  const isOwn = staff_id === actor.staff_id;
  const isAssessor = !isOwn && assessed_by === actor.account_id;
  const isAllowed: Readonly<Record<AssessmentCommand, boolean>> = {
    fill: isAssessor && state === 'open',
    submit: isAssessor && state === 'open',
    confirm: isOwn && state === 'given',
    confirm_in_person: isAssessor && state === 'given' && !has_account,
    withdraw: !isOwn && (state === 'open' || state === 'given'),
  };
  return ASSESSMENT_COMMANDS.filter((command) => isAllowed[command]);
}
