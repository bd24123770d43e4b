import { Injectable } from '@nestjs/common';
import { fullName } from '../contract/person-name';
import type { AssessmentCommand, PracticalAnswer } from '../contract/practical-answers';
import { ASSESSMENT_COMMANDS } from '../contract/practical-answers';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { idFromBytes } from '../platform/ids';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { PracticalAssessment } from './practical-assessment.entity';

/** What an assessment is about, beside its row. */
interface About {
  staff_name: string;
  staff_code: string;
  skill_name: string;
  has_account: boolean;
}
interface AboutRow {
  id: Uint8Array;
  staff_name: string;
  last_name: string;
  staff_code: string;
  skill_name: string;
  account_id: Uint8Array | null;
}

const ABOUT = `SELECT p.assessment_id AS id, s.first_name AS staff_name, s.last_name AS last_name, s.staff_code AS staff_code, k.name AS skill_name, a.account_id AS account_id
 FROM practical_assessment p
 JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = p.staff_id
 JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = p.skill_id
 LEFT JOIN account a ON a.customer_id = :customer_id AND a.staff_id = p.staff_id AND a.status = 'active'
 WHERE p.customer_id = :customer_id AND p.assessment_id IN (:assessment_id)`;

/** Assessments as the asker sees them: their own, those of the line below, an admin all. */
@Injectable()
export class PracticalReading {
  constructor(
    @Records(PracticalAssessment) private readonly assessments: TenantRepository<PracticalAssessment>,
    private readonly queries: TenantQueries,
  ) {}

  /** @throws NotFound */
  async record(tenant: Tenant, assessment_id: string): Promise<PracticalAssessment> {
    const record = await this.assessments.one(tenant, seen<PracticalAssessment>(tenant, { assessment_id }));
    if (!record) throw new NotFound('assessment');
    return record;
  }

  /** @throws NotFound */
  async one(tenant: Tenant, assessment_id: string): Promise<PracticalAnswer> {
    const [row] = await this.told(tenant, [await this.record(tenant, assessment_id)]);
    return row!;
  }

  /** The latest so many of a person, the newest first. */
  async latest(tenant: Tenant, staff_id: string, limit: number): Promise<PracticalAnswer[]> {
    const where = seen<PracticalAssessment>(tenant, { staff_id });
    return this.told(tenant, await this.assessments.find(tenant, where, { order: [['assessment_id', 'desc']], limit }));
  }

  async about(tenant: Tenant, record: PracticalAssessment): Promise<About> {
    return (await this.aboutAll(tenant, [record])).get(record.assessment_id)!;
  }

  private async told(tenant: Tenant, records: readonly PracticalAssessment[]): Promise<PracticalAnswer[]> {
    const about = await this.aboutAll(tenant, records);
    return records.map((record) => shown(tenant, record, about.get(record.assessment_id)!));
  }

  private async aboutAll(tenant: Tenant, records: readonly PracticalAssessment[]): Promise<Map<string, About>> {
    if (!records.length) return new Map();
    const assessment_id = records.map((record) => record.assessment_id);
    const rows = await this.queries.rows<AboutRow>(tenant, ABOUT, { assessment_id });
    return new Map(
      rows.map(({ id, staff_name, last_name, staff_code, skill_name, account_id }) => [
        idFromBytes(id),
        { staff_name: fullName(staff_name, last_name), staff_code, skill_name, has_account: account_id !== null },
      ]),
    );
  }
}

function shown(tenant: Tenant, record: PracticalAssessment, about: About): PracticalAnswer {
  const { staff_name, skill_name } = about;
  const { assessment_id, staff_id, skill_id, level, needed, criteria, note, state, outcome } = record;
  const { assessor_name, assessed_on, confirmed_at, confirmed_how, evidence_id, created_at, row_version } = record;
  return {
    ...{ assessment_id, staff_id, staff_name, skill_id, skill_name, level, needed, criteria, note, state, outcome },
    ...{ assessor_name, assessed_on, confirmed_how, evidence_id, row_version },
    confirmed_at: confirmed_at === null ? null : toIso(confirmed_at),
    started_at: toIso(created_at),
    commands: commandsOf(tenant, record, about),
  };
}

/** What is not among them is refused. */
function commandsOf({ actor }: Tenant, record: PracticalAssessment, { has_account }: About): AssessmentCommand[] {
  const { state, staff_id, assessed_by } = record;
  const isOwn = staff_id === actor.staff_id;
  const isAssessor = !isOwn && assessed_by === actor.account_id;
  const may: Readonly<Record<AssessmentCommand, boolean>> = {
    fill: isAssessor && state === 'open',
    submit: isAssessor && state === 'open',
    confirm: isOwn && state === 'given',
    confirm_in_person: isAssessor && state === 'given' && !has_account,
    withdraw: !isOwn && (state === 'open' || state === 'given'),
  };
  return ASSESSMENT_COMMANDS.filter((command) => may[command]);
}
