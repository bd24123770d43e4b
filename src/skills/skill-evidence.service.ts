import { Injectable } from '@nestjs/common';
import {
  recordedEvidence,
  skillEvidence as definition,
  type SkillEvidenceRow,
} from '../contract/skill-evidence.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import type { Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { recordOf, rowOf } from '../platform/definitions/row';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { percent } from '../platform/half-up';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { WrongStatus } from '../staff/staff.errors';
import { auditEntry } from '../tenancy/audit-entry';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import type { EvidenceEvent } from './evidence';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import type { EvidenceWrite } from './skill-ledger.dto';
import { EndsBeforeItBegins, NotYoursToRecord, NotYoursToSignOff, SignsOffOwn } from './skill-ledger.errors';
import { SkillLedger } from './skill-ledger.service';
import { Skill } from './skill.entity';

const DECIDED_FROM: Readonly<Record<EvidenceEvent['event'], readonly string[]>> = {
  approved: ['pending', 'rejected'],
  rejected: ['pending'],
  voided: ['approved', 'pending'],
};
const COMMANDS = { approved: 'approve', rejected: 'reject', voided: 'void' } as const;

/** The ledger as people see it: what is recorded by hand, and what is decided about a row. */
@Injectable()
export class SkillEvidenceService {
  constructor(
    @Records(EvidenceRecord) private readonly evidence: TenantRepository<EvidenceRecord>,
    @Records(EvidenceEventRecord) private readonly events: TenantRepository<EvidenceEventRecord>,
    @Records(Skill) private readonly skills: TenantRepository<Skill>,
    private readonly ledger: SkillLedger,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @param waiting only what waits for the asker to sign it off */
  async list(tenant: Tenant, request: ListRequest<EvidenceRecord>, waiting = false): Promise<PageOf<SkillEvidenceRow>> {
    const asked = waiting ? this.waitingFor(tenant, request.where) : request.where;
    const page = await this.evidence.page(tenant, { ...request, where: seen(tenant, asked) });
    return { ...page, rows: page.rows.map(shown) };
  }

  /** @throws NotFound */
  async one(tenant: Tenant, evidence_id: string): Promise<SkillEvidenceRow> {
    return shown(await this.row(tenant, evidence_id));
  }

  /**
   * What an admin records needs no sign-off, unless it is about themselves: then it waits as the skill says. A `valid_until` that is left out follows the skill; null is for ever.
   * @throws NotYoursToRecord, InvalidFields, StaffUnknown, SkillUnknown
   */
  async record(tenant: Tenant, body: EvidenceWrite): Promise<SkillEvidenceRow> {
    const given = recordOf(recordedEvidence, body, 'create') as unknown as Required<EvidenceWrite>;
    refuseForeignRating(tenant, given);
    const at = given.effective_at === null ? this.clock.now() : Number(given.effective_at);
    const effective_date = given.effective_date ?? dayAt(at, tenant.time_zone);
    if (given.valid_until && given.valid_until < effective_date)
      throw new EndsBeforeItBegins('valid_until', effective_date);
    const evidence_id = await this.transactions.run(async () => {
      const [id] = await this.ledger.grant(tenant, [
        {
          staff_id: given.staff_id,
          skill_id: given.skill_id,
          kind: given.kind,
          level: given.level,
          effective_date,
          ...(body.valid_until !== undefined && { valid_until: given.valid_until }),
          note: given.note,
          source_type: 'hand',
          ...(!isAboutOneself(tenant, given) && { state: 'approved' as const }),
        },
      ]);
      await this.audit.record(auditEntry(tenant, 'skill-evidence.record', id!, null, { ...given, effective_date }));
      return id!;
    });
    return this.one(tenant, evidence_id);
  }

  /** @throws NotFound, SignsOffOwn, NotYoursToSignOff, WrongStatus */
  approve(tenant: Tenant, evidence_id: string, reason: string | null): Promise<SkillEvidenceRow> {
    return this.decide(tenant, evidence_id, 'approved', reason);
  }

  /** @throws NotFound, SignsOffOwn, NotYoursToSignOff, WrongStatus */
  reject(tenant: Tenant, evidence_id: string, reason: string): Promise<SkillEvidenceRow> {
    return this.decide(tenant, evidence_id, 'rejected', reason);
  }

  /** It never counted; nothing brings it back. @throws NotFound, WrongStatus */
  void(tenant: Tenant, evidence_id: string, reason: string): Promise<SkillEvidenceRow> {
    return this.decide(tenant, evidence_id, 'voided', reason);
  }

  /** The row stays as it is; an event is added, and the state is the projection of the events. */
  private async decide(
    tenant: Tenant,
    evidence_id: string,
    event: EvidenceEvent['event'],
    reason: string | null,
  ): Promise<SkillEvidenceRow> {
    return this.transactions.run(async () => {
      const row = await this.row(tenant, evidence_id);
      if (event !== 'voided') await this.refuseSignOff(tenant, row);
      await this.locks.take(tenant, [row.staff_id]);
      if (!DECIDED_FROM[event].includes(row.state)) throw new WrongStatus(COMMANDS[event], row.state);
      const { staff_id, skill_id, effective_date, state } = row;
      const now = this.clock.now();
      const change = { state: event, updated_at: now };
      const where = { staff_id, skill_id, effective_date, evidence_id, state };
      const moved = await this.evidence.update(tenant, where, change);
      // Decided otherwise before the lock was ours: judged by what it says now, which nobody else can change.
      if (!moved) return this.decide(tenant, evidence_id, event, reason);
      await this.events.insert(tenant, {
        evidence_id,
        evidence_event_id: newId(now),
        event,
        reason,
        recorded_at: now,
        recorded_by: tenant.actor.account_id,
      });
      await this.ledger.rewritePairs(tenant, [row]);
      await this.audit.record(
        auditEntry(tenant, `skill-evidence.${COMMANDS[event]}`, evidence_id, { state }, { state: event, reason }),
      );
      return shown({ ...row, ...change, row_version: row.row_version + 1 });
    });
  }

  private waitingFor(tenant: Tenant, asked: Where<EvidenceRecord>): Where<EvidenceRecord> {
    const { staff_id } = tenant.actor;
    const pending: Where<EvidenceRecord> = {
      anyOf: [asked],
      state: 'pending',
      ...(staff_id && { staff_id: { ne: staff_id } }),
    };
    if (tenant.scope.kind === 'all') return pending;
    return { ...pending, skill_id: { among: this.skills.chosen(tenant, { signoff_by: 'manager' }, 'skill_id') } };
  }

  /** "Until an admin, or a manager where `signoff_by` says so, approves it" (reports.md §2); nobody their own. */
  private async refuseSignOff(tenant: Tenant, { staff_id, skill_id }: EvidenceRecord): Promise<void> {
    if (staff_id === tenant.actor.staff_id) throw new SignsOffOwn();
    if (tenant.scope.kind === 'all') return;
    const skill = await this.skills.one(tenant, { skill_id });
    if (skill?.signoff_by !== 'manager') throw new NotYoursToSignOff();
  }

  private async row(tenant: Tenant, evidence_id: string): Promise<EvidenceRecord> {
    const row = await this.evidence.one(tenant, seen<EvidenceRecord>(tenant, { evidence_id }));
    if (!row) throw new NotFound('evidence');
    return row;
  }
}

/** A self-rating never counts, so there is nothing to sign off. */
const isAboutOneself = (tenant: Tenant, { kind, staff_id }: { kind: string; staff_id: string }): boolean =>
  kind !== 'self' && staff_id === tenant.actor.staff_id;

function refuseForeignRating(tenant: Tenant, { kind, staff_id }: { kind: string; staff_id: string }): void {
  const isSelf = staff_id === tenant.actor.staff_id;
  if (kind === 'self' ? isSelf : tenant.actor.role !== 'user') return;
  if (tenant.actor.role === 'user') throw new NotYoursToRecord();
  throw new InvalidFields({ kind: ['People rate themselves. Record an assessment instead.'] });
}

function shown(record: EvidenceRecord): SkillEvidenceRow {
  const { score_correct, score_total } = record;
  const score = score_correct === null || score_total === null ? null : percent(score_correct, score_total);
  return { ...rowOf(definition, record), score };
}
