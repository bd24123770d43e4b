import { Injectable } from '@nestjs/common';
import {
  EVIDENCE_COMMANDS,
  skillEvidence as definition,
  type EvidenceCommand,
  type SkillEvidenceRow,
} from '../../contract/skill-evidence.resource';
import type { Where } from '../../infrastructure/database/where';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { rowOf } from '../../common/rest/row';
import { WrongStatusError } from '../../common/errors/record.errors';
import { percent } from '../../common/rounding';
import { newId } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { ResourceReadService } from '../../crud/resource-read.service';
import { restrictToVisible } from '../../tenancy/row-visibility';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import type { EvidenceEvent } from './evidence';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import { EvidenceRecordingService, type EvidenceInput } from './evidence-recording.service';
import type { EvidenceWrite } from './skill-ledger.dto';
import { EVIDENCE_VOIDED } from './skill-ledger.events';
import { SignOffNotAllowedError, OwnEvidenceSignOffError } from './skill-ledger.errors';
import { SkillLedgerService } from './skill-ledger.service';
import { Skill } from './skill.entity';

const ALLOWED_STATES: Readonly<Record<EvidenceEvent['event'], readonly string[]>> = {
  approved: ['pending', 'rejected'],
  rejected: ['pending'],
  voided: ['approved', 'pending'],
};
const COMMANDS = { approved: 'approve', rejected: 'reject', voided: 'void' } as const;

/** Lists evidence, records it by hand, and approves, rejects or voids it. */
@Injectable()
export class SkillEvidenceService extends ResourceReadService<EvidenceRecord, typeof definition, SkillEvidenceRow> {
  constructor(
    @InjectResourceContext(EvidenceRecord) context: ResourceContext<EvidenceRecord>,
    @InjectTenantRepository(EvidenceEventRecord) private readonly events: TenantRepository<EvidenceEventRecord>,
    @InjectTenantRepository(Skill) private readonly skills: TenantRepository<Skill>,
    private readonly evidenceRecording: EvidenceRecordingService,
    private readonly ledger: SkillLedgerService,
    private readonly locks: LedgerLocks,
    private readonly eventBus: DomainEventBus,
  ) {
    super(context);
  }

  /** @param awaitingMe only evidence that awaits sign-off by the current user */
  override async list(tenant: Tenant, request: ListRequest<EvidenceRecord>, awaitingMe = false) {
    const where = awaitingMe ? this.restrictToAwaitingMe(tenant, request.where) : request.where;
    return super.list(tenant, { ...request, where });
  }

  /** @throws as EvidenceRecordingService.record */
  async create(tenant: Tenant, body: EvidenceWrite): Promise<SkillEvidenceRow> {
    const [evidence_id] = await this.evidenceRecording.record(tenant, [body]);
    return this.one(tenant, evidence_id!);
  }

  /** All or nothing, in bulk statements. @throws as EvidenceRecordingService.record */
  async createMany(tenant: Tenant, bodies: readonly EvidenceInput[]): Promise<SkillEvidenceRow[]> {
    const ids = await this.evidenceRecording.record(tenant, bodies);
    const rows = await this.rows(tenant, await this.context.records.find(tenant, { evidence_id: ids }));
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id)!);
  }

  /** @throws NotFoundError, OwnEvidenceSignOffError, SignOffNotAllowedError, WrongStatusError */
  approve(tenant: Tenant, evidence_id: string, reason: string | null): Promise<SkillEvidenceRow> {
    return this.decide(tenant, evidence_id, 'approved', reason);
  }

  /** @throws NotFoundError, OwnEvidenceSignOffError, SignOffNotAllowedError, WrongStatusError */
  reject(tenant: Tenant, evidence_id: string, reason: string): Promise<SkillEvidenceRow> {
    return this.decide(tenant, evidence_id, 'rejected', reason);
  }

  /** Final: the row never counted. @throws NotFoundError, WrongStatusError */
  void(tenant: Tenant, evidence_id: string, reason: string): Promise<SkillEvidenceRow> {
    return this.decide(tenant, evidence_id, 'voided', reason);
  }

  /** Adds an event; `state` is the projection of the events. */
  private async decide(
    tenant: Tenant,
    evidence_id: string,
    event: EvidenceEvent['event'],
    reason: string | null,
  ): Promise<SkillEvidenceRow> {
    return this.context.transactions.run(async () => {
      const row = await this.record(tenant, evidence_id);
      if (event !== 'voided') await this.refuseSignOff(tenant, row);
      await this.locks.acquire(tenant, [row.staff_id]);
      if (!ALLOWED_STATES[event].includes(row.state)) throw new WrongStatusError(COMMANDS[event], row.state);
      const { staff_id, skill_id, effective_date, state } = row;
      const now = this.context.clock.now();
      const change = { state: event, updated_at: now };
      const where = { staff_id, skill_id, effective_date, evidence_id, state };
      const updatedCount = await this.context.records.update(tenant, where, change);
      // The state changed before the lock was taken: decide again with the row as it is now.
      if (!updatedCount) return this.decide(tenant, evidence_id, event, reason);
      await this.events.insert(tenant, {
        evidence_id,
        evidence_event_id: newId(now),
        event,
        reason,
        recorded_at: now,
        recorded_by: tenant.actor.account_id,
      });
      await this.ledger.rebuildSpans(tenant, [row]);
      if (event === 'voided') await this.eventBus.publish(EVIDENCE_VOIDED, tenant, row);
      await this.audit(tenant, COMMANDS[event], evidence_id, { state }, { state: event, reason });
      // The current user was allowed to decide this row, so also the next decision.
      return toRow(tenant, { ...row, ...change, row_version: row.row_version + 1 }, () => true);
    });
  }

  protected override restrictToVisible(tenant: Tenant, where: Where<EvidenceRecord>): Where<EvidenceRecord> {
    return restrictToVisible(tenant, where);
  }

  private restrictToAwaitingMe(tenant: Tenant, where: Where<EvidenceRecord>): Where<EvidenceRecord> {
    const { staff_id } = tenant.actor;
    const pending: Where<EvidenceRecord> = {
      anyOf: [where],
      state: 'pending',
      ...(staff_id && { staff_id: { ne: staff_id } }),
    };
    if (tenant.scope.kind === 'all') return pending;
    return { ...pending, skill_id: { among: this.skills.selectColumn(tenant, { signoff_by: 'manager' }, 'skill_id') } };
  }

  /** Adds the commands that the current user may run on each row, by the same rules as `decide`. */
  protected override async rows(tenant: Tenant, records: readonly EvidenceRecord[]): Promise<SkillEvidenceRow[]> {
    const isOpen = ({ state, staff_id }: EvidenceRecord) =>
      ALLOWED_STATES.approved.includes(state) && staff_id !== tenant.actor.staff_id;
    const skillIds =
      tenant.scope.kind === 'line' ? [...new Set(records.filter(isOpen).map((row) => row.skill_id))] : [];
    const managerSkills = skillIds.length
      ? await this.skills.find(tenant, { skill_id: skillIds, signoff_by: 'manager' })
      : [];
    const managers = new Set(managerSkills.map(({ skill_id }) => skill_id));
    return records.map((record) => toRow(tenant, record, ({ skill_id }) => tenant.isAdmin || managers.has(skill_id)));
  }

  /** Exported rows have no commands. */
  protected override exportRows(tenant: Tenant, records: readonly EvidenceRecord[]): SkillEvidenceRow[] {
    return records.map((record) => toRow(tenant, record, () => false));
  }

  /** Admins sign off; managers only if `signoff_by` of the skill allows it; never their own evidence. */
  private async refuseSignOff(tenant: Tenant, { staff_id, skill_id }: EvidenceRecord): Promise<void> {
    if (staff_id === tenant.actor.staff_id) throw new OwnEvidenceSignOffError();
    if (tenant.scope.kind === 'all') return;
    const skill = await this.skills.findOne(tenant, { skill_id });
    if (skill?.signoff_by !== 'manager') throw new SignOffNotAllowedError();
  }
}

/** @param canSignOff whether the current user may sign off the row */
function toRow(
  tenant: Tenant,
  record: EvidenceRecord,
  canSignOff: (record: EvidenceRecord) => boolean,
): SkillEvidenceRow {
  const { score_correct, score_total, state } = record;
  const score = score_correct === null || score_total === null ? null : percent(score_correct, score_total);
  const canDecide = record.staff_id !== tenant.actor.staff_id && canSignOff(record);
  const allowed: Readonly<Record<EvidenceCommand, boolean>> = {
    approve: canDecide && ALLOWED_STATES.approved.includes(state),
    reject: canDecide && ALLOWED_STATES.rejected.includes(state),
    void: tenant.isAdmin && ALLOWED_STATES.voided.includes(state),
  };
  return { ...rowOf(definition, record), score, commands: EVIDENCE_COMMANDS.filter((command) => allowed[command]) };
}
