import { Injectable } from '@nestjs/common';
import {
  EVIDENCE_COMMANDS,
  skillEvidence as definition,
  type EvidenceCommand,
  type SkillEvidenceRow,
} from '../contract/skill-evidence.resource';
import type { Where } from '../platform/database/where';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf } from '../platform/definitions/row';
import { WrongStatus } from '../platform/errors/record-errors';
import { percent } from '../platform/half-up';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { ResourceReader } from '../tenancy/resources/resource-reader';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import type { EvidenceEvent } from './evidence';
import { Announcements } from '../tenancy/announcements';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import { RecordedEvidence, type Recorded } from './recorded-evidence';
import type { EvidenceWrite } from './skill-ledger.dto';
import { EVIDENCE_VOIDED } from './skill-ledger.events';
import { NotYoursToSignOff, SignsOffOwn } from './skill-ledger.errors';
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
export class SkillEvidenceService extends ResourceReader<EvidenceRecord, typeof definition, SkillEvidenceRow> {
  constructor(
    @PartsOf(EvidenceRecord) parts: ResourceParts<EvidenceRecord>,
    @Records(EvidenceEventRecord) private readonly events: TenantRepository<EvidenceEventRecord>,
    @Records(Skill) private readonly skills: TenantRepository<Skill>,
    private readonly recorded: RecordedEvidence,
    private readonly ledger: SkillLedger,
    private readonly locks: LedgerLocks,
    private readonly announcements: Announcements,
  ) {
    super(parts);
  }

  /** @param waiting only what waits for the asker to sign it off */
  override async list(tenant: Tenant, request: ListRequest<EvidenceRecord>, waiting = false) {
    const where = waiting ? this.waitingFor(tenant, request.where) : request.where;
    return super.list(tenant, { ...request, where });
  }

  /** @throws as RecordedEvidence.record */
  async create(tenant: Tenant, body: EvidenceWrite): Promise<SkillEvidenceRow> {
    const [evidence_id] = await this.recorded.record(tenant, [body]);
    return this.one(tenant, evidence_id!);
  }

  /** All or nothing, in as many statements as one. @throws as RecordedEvidence.record */
  async createMany(tenant: Tenant, bodies: readonly Recorded[]): Promise<SkillEvidenceRow[]> {
    const ids = await this.recorded.record(tenant, bodies);
    const rows = await this.rows(tenant, await this.parts.records.find(tenant, { evidence_id: ids }));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)!);
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
    return this.parts.transactions.run(async () => {
      const row = await this.record(tenant, evidence_id);
      if (event !== 'voided') await this.refuseSignOff(tenant, row);
      await this.locks.take(tenant, [row.staff_id]);
      if (!DECIDED_FROM[event].includes(row.state)) throw new WrongStatus(COMMANDS[event], row.state);
      const { staff_id, skill_id, effective_date, state } = row;
      const now = this.parts.clock.now();
      const change = { state: event, updated_at: now };
      const where = { staff_id, skill_id, effective_date, evidence_id, state };
      const moved = await this.parts.records.update(tenant, where, change);
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
      if (event === 'voided') await this.announcements.publish(EVIDENCE_VOIDED, tenant, row);
      await this.audit(tenant, COMMANDS[event], evidence_id, { state }, { state: event, reason });
      // Whoever could decide this could decide about it as it is now.
      return shown(tenant, { ...row, ...change, row_version: row.row_version + 1 }, () => true);
    });
  }

  protected override seen(tenant: Tenant, asked: Where<EvidenceRecord>): Where<EvidenceRecord> {
    return seen(tenant, asked);
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

  /** Rows with what the asker may do about each: the rule of `decide`, so that nothing is offered that it refuses. */
  protected override async rows(tenant: Tenant, records: readonly EvidenceRecord[]): Promise<SkillEvidenceRow[]> {
    const isOpen = ({ state, staff_id }: EvidenceRecord) =>
      DECIDED_FROM.approved.includes(state) && staff_id !== tenant.actor.staff_id;
    const asked = tenant.scope.kind === 'line' ? [...new Set(records.filter(isOpen).map((row) => row.skill_id))] : [];
    const left = asked.length ? await this.skills.find(tenant, { skill_id: asked, signoff_by: 'manager' }) : [];
    const managers = new Set(left.map(({ skill_id }) => skill_id));
    return records.map((record) => shown(tenant, record, ({ skill_id }) => tenant.isAdmin || managers.has(skill_id)));
  }

  /** What may be done with each is asked on the screen, not in a file. */
  protected override told(tenant: Tenant, records: readonly EvidenceRecord[]): SkillEvidenceRow[] {
    return records.map((record) => shown(tenant, record, () => false));
  }

  /** "Until an admin, or a manager where `signoff_by` says so, approves it" (reports.md §2); nobody their own. */
  private async refuseSignOff(tenant: Tenant, { staff_id, skill_id }: EvidenceRecord): Promise<void> {
    if (staff_id === tenant.actor.staff_id) throw new SignsOffOwn();
    if (tenant.scope.kind === 'all') return;
    const skill = await this.skills.one(tenant, { skill_id });
    if (skill?.signoff_by !== 'manager') throw new NotYoursToSignOff();
  }
}

/** @param decides whether signing off such a row is the asker's */
function shown(tenant: Tenant, record: EvidenceRecord, decides: (record: EvidenceRecord) => boolean): SkillEvidenceRow {
  const { score_correct, score_total, state } = record;
  const score = score_correct === null || score_total === null ? null : percent(score_correct, score_total);
  const mayDecide = record.staff_id !== tenant.actor.staff_id && decides(record);
  const may: Readonly<Record<EvidenceCommand, boolean>> = {
    approve: mayDecide && DECIDED_FROM.approved.includes(state),
    reject: mayDecide && DECIDED_FROM.rejected.includes(state),
    void: tenant.isAdmin && DECIDED_FROM.voided.includes(state),
  };
  return { ...rowOf(definition, record), score, commands: EVIDENCE_COMMANDS.filter((command) => may[command]) };
}
