import { Injectable } from '@nestjs/common';
import { manualEvidence } from '../../contract/skill-evidence.resource';
import { dayAt } from '../../common/calendar';
import { whereUnchanged } from '../../infrastructure/database/where-unchanged';
import { StaleReadError } from '../../infrastructure/database/transaction-manager';
import { recordOf } from '../../common/rest/row';
import { InvalidFieldsError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { newId } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectResourceContext, type ResourceContext } from '../../crud/resource-context';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AchievementDateService } from './achievement-date.service';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import type { EvidenceWrite } from './skill-ledger.dto';
import { EndBeforeStartError, EvidenceRecordingNotAllowedError } from './skill-ledger.errors';
import { EVIDENCE_VOIDED } from './skill-ledger.events';
import { SkillLedgerService, type Grant } from './skill-ledger.service';

/** `pending`: imported evidence that still awaits sign-off, even if an admin records it. */
export type EvidenceInput = EvidenceWrite & { readonly state?: 'pending' };
/** States that can be voided. */
const VOIDABLE_STATES = ['approved', 'pending'] as const;

/** Records and voids evidence by hand or import, in bulk statements. */
@Injectable()
export class EvidenceRecordingService {
  constructor(
    @InjectResourceContext(EvidenceRecord) private readonly context: ResourceContext<EvidenceRecord>,
    @InjectTenantRepository(EvidenceEventRecord) private readonly events: TenantRepository<EvidenceEventRecord>,
    private readonly ledger: SkillLedgerService,
    private readonly locks: LedgerLocks,
    private readonly eventBus: DomainEventBus,
    private readonly days: AchievementDateService,
  ) {}

  /**
   * All or nothing, at most 1,000 rows. Evidence recorded by an admin needs no sign-off, except about themselves.
   * A missing `valid_until` follows the validity of the skill; null never expires.
   * @returns the ids, in order
   * @throws EvidenceRecordingNotAllowedError, InvalidFieldsError, UnknownStaffError, UnknownSkillError
   */
  async record(tenant: Tenant, bodies: readonly EvidenceInput[]): Promise<string[]> {
    const { transactions, audit } = this.context;
    const entries = bodies.map((body) => this.toGrant(tenant, body));
    await this.refuseFuture(tenant, entries);
    return transactions.run(async () => {
      const ids = await this.ledger.grant(
        tenant,
        entries.map(({ grant }) => grant),
      );
      await audit.record(
        ...entries.map(({ auditPayload }, index) =>
          buildAuditEntry(tenant, 'skill-evidence.record', ids[index]!, null, auditPayload),
        ),
      );
      return ids;
    });
  }

  /**
   * Voids rows so that they never counted. If a row has changed since it was read, the transaction is retried.
   */
  async voidRows(tenant: Tenant, rows: readonly EvidenceRecord[], reason: string | null): Promise<void> {
    if (!rows.length) return;
    await this.context.transactions.run(async () => {
      await this.locks.acquire(
        tenant,
        rows.map(({ staff_id }) => staff_id),
      );
      const recorded_at = this.context.clock.now();
      const rowVersions = rows.map(({ evidence_id: id, row_version: version }) => ({ id, version }));
      const where = { ...whereUnchanged<EvidenceRecord>('evidence_id', rowVersions), state: [...VOIDABLE_STATES] };
      const voidedCount = await this.context.records.update(tenant, where, {
        state: 'voided',
        updated_at: recorded_at,
      });
      if (voidedCount !== rows.length) throw new StaleReadError('Evidence changed state while it was being voided');
      const recorded_by = tenant.actor.account_id;
      await this.events.insert(
        tenant,
        rows.map((row) => ({
          evidence_id: row.evidence_id,
          evidence_event_id: newId(recorded_at),
          event: 'voided' as const,
          reason,
          recorded_at,
          recorded_by,
        })),
      );
      await this.ledger.rebuildSpans(tenant, rows);
      for (const row of rows) await this.eventBus.publish(EVIDENCE_VOIDED, tenant, row);
      const after = { state: 'voided', reason };
      await this.context.audit.record(
        ...rows.map(({ evidence_id: id, state }) =>
          buildAuditEntry(tenant, 'skill-evidence.void', id, { state }, after),
        ),
      );
    });
  }

  /** Voids all evidence of one completion. */
  async voidCompletion(
    tenant: Tenant,
    completion: Pick<EvidenceRecord, 'source_id' | 'completion_no'>,
    reason: string,
  ): Promise<void> {
    const where = { ...completion, source_type: 'completion', state: [...VOIDABLE_STATES] };
    await this.voidRows(tenant, await this.context.records.find(tenant, where), reason);
  }

  private async refuseFuture(tenant: Tenant, entries: readonly { grant: Grant; dayField: string }[]): Promise<void> {
    const lastAllowedDays = await this.days.findFutureDates(
      tenant,
      entries.map(({ grant }) => grant),
    );
    for (const [index, today] of lastAllowedDays)
      throw new InvalidFieldsError({
        [entries[index]!.dayField]: [
          fieldError('day_to_come', `This date is in the future. Choose ${today} or earlier.`, { today }),
        ],
      });
  }

  private toGrant(tenant: Tenant, body: EvidenceInput): { grant: Grant; dayField: string; auditPayload: object } {
    const values = recordOf(manualEvidence, body, 'create') as unknown as Required<EvidenceWrite>;
    refuseForeignSelfRating(tenant, values);
    const effectiveAt = values.effective_at === null ? this.context.clock.now() : Number(values.effective_at);
    const effective_date = values.effective_date ?? dayAt(effectiveAt, tenant.time_zone);
    const { staff_id, skill_id, kind, level, note, valid_until } = values;
    if (valid_until && valid_until < effective_date) throw new EndBeforeStartError('valid_until', effective_date);
    const state = body.state ?? (isAboutOneself(tenant, values) ? undefined : ('approved' as const));
    return {
      grant: {
        staff_id,
        skill_id,
        kind,
        level,
        effective_date,
        note,
        source_type: 'hand',
        ...(body.valid_until !== undefined && { valid_until }),
        ...(state && { state }),
      },
      dayField: values.effective_date ? 'effective_date' : 'effective_at',
      auditPayload: { ...values, effective_date },
    };
  }
}

/** Own evidence needs sign-off. A self-rating never counts, so it needs none. */
const isAboutOneself = (tenant: Tenant, { kind, staff_id }: { kind: string; staff_id: string }): boolean =>
  kind !== 'self' && staff_id === tenant.actor.staff_id;

function refuseForeignSelfRating(tenant: Tenant, { kind, staff_id }: { kind: string; staff_id: string }): void {
  const isSelf = staff_id === tenant.actor.staff_id;
  if (kind === 'self' ? isSelf : tenant.actor.role !== 'user') return;
  if (tenant.actor.role === 'user') throw new EvidenceRecordingNotAllowedError();
  throw new InvalidFieldsError({
    kind: [fieldError('self_rating', 'People enter self-ratings themselves. Record an assessment instead.')],
  });
}
