import { Injectable } from '@nestjs/common';
import { recordedEvidence } from '../contract/skill-evidence.resource';
import { dayAt } from '../platform/calendar';
import { asRead } from '../platform/database/as-read';
import { LookedTooEarly } from '../platform/database/transactions';
import { recordOf } from '../platform/definitions/row';
import { InvalidFields } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { PartsOf, type ResourceParts } from '../tenancy/resources/resource-parts';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AchievementDays } from './achievement-days';
import { EvidenceEventRecord } from './evidence-event.entity';
import { EvidenceRecord } from './evidence.entity';
import type { EvidenceWrite } from './skill-ledger.dto';
import { EndsBeforeItBegins, NotYoursToRecord } from './skill-ledger.errors';
import { EVIDENCE_VOIDED } from './skill-ledger.events';
import { SkillLedger, type Grant } from './skill-ledger.service';

/** `pending`: it waited where it comes from, and goes on waiting, whoever brings it. */
export type Recorded = EvidenceWrite & { readonly state?: 'pending' };
/** Voided later it would have counted until then; of these states it never did. */
const COUNTABLE = ['approved', 'pending'] as const;

/** Evidence that people record, or bring along: as many rows as there are in as many statements as one. */
@Injectable()
export class RecordedEvidence {
  constructor(
    @PartsOf(EvidenceRecord) private readonly parts: ResourceParts<EvidenceRecord>,
    @Records(EvidenceEventRecord) private readonly events: TenantRepository<EvidenceEventRecord>,
    private readonly ledger: SkillLedger,
    private readonly locks: LedgerLocks,
    private readonly announcements: Announcements,
    private readonly days: AchievementDays,
  ) {}

  /**
   * All or nothing, at most 1,000. What an admin records needs no sign-off, unless it is about themselves: then it waits as the
   * skill says. A `valid_until` that is left out follows the skill; null is for ever.
   * @returns the ids, in order
   * @throws NotYoursToRecord, InvalidFields, StaffUnknown, SkillUnknown
   */
  async record(tenant: Tenant, bodies: readonly Recorded[]): Promise<string[]> {
    const { transactions, audit } = this.parts;
    const given = bodies.map((body) => this.given(tenant, body));
    await this.refuseFuture(tenant, given);
    return transactions.run(async () => {
      const ids = await this.ledger.grant(
        tenant,
        given.map(({ grant }) => grant),
      );
      await audit.record(
        ...given.map(({ told }, at) => auditEntry(tenant, 'skill-evidence.record', ids[at]!, null, told)),
      );
      return ids;
    });
  }

  /**
   * None of these ever counted: whoever recorded them takes them back. They are as they were read, or the whole transaction
   * begins again.
   */
  async takeBack(tenant: Tenant, rows: readonly EvidenceRecord[], reason: string | null): Promise<void> {
    if (!rows.length) return;
    await this.parts.transactions.run(async () => {
      await this.locks.take(
        tenant,
        rows.map(({ staff_id }) => staff_id),
      );
      const recorded_at = this.parts.clock.now();
      const read = rows.map(({ evidence_id: id, row_version: version }) => ({ id, version }));
      const among = { ...asRead<EvidenceRecord>('evidence_id', read), state: [...COUNTABLE] };
      const voided = await this.parts.records.update(tenant, among, { state: 'voided', updated_at: recorded_at });
      if (voided !== rows.length) throw new LookedTooEarly('Evidence was decided otherwise while it was taken back');
      const recorded_by = tenant.actor.account_id;
      await this.events.insert(
        tenant,
        rows.map((row) => ({
          ...{ evidence_id: row.evidence_id, evidence_event_id: newId(recorded_at) },
          ...{ event: 'voided' as const, reason, recorded_at, recorded_by },
        })),
      );
      await this.ledger.rewritePairs(tenant, rows);
      for (const row of rows) await this.announcements.publish(EVIDENCE_VOIDED, tenant, row);
      const became = { state: 'voided', reason };
      await this.parts.audit.record(
        ...rows.map(({ evidence_id: id, state }) => auditEntry(tenant, 'skill-evidence.void', id, { state }, became)),
      );
    });
  }

  /** The same for all that one completion gave. */
  async takeBackCompletion(
    tenant: Tenant,
    completion: Pick<EvidenceRecord, 'source_id' | 'completion_no'>,
    reason: string,
  ): Promise<void> {
    const where = { ...completion, source_type: 'completion', state: [...COUNTABLE] };
    await this.takeBack(tenant, await this.parts.records.find(tenant, where), reason);
  }

  private async refuseFuture(tenant: Tenant, given: readonly { grant: Grant; dayField: string }[]): Promise<void> {
    const future = await this.days.futureAmong(
      tenant,
      given.map(({ grant }) => grant),
    );
    for (const [at, today] of future)
      throw new InvalidFields({
        [given[at]!.dayField]: [
          fieldError('day_to_come', `This date is in the future. Choose ${today} or earlier.`, { today }),
        ],
      });
  }

  private given(tenant: Tenant, body: Recorded): { grant: Grant; dayField: string; told: object } {
    const given = recordOf(recordedEvidence, body, 'create') as unknown as Required<EvidenceWrite>;
    refuseForeignRating(tenant, given);
    const at = given.effective_at === null ? this.parts.clock.now() : Number(given.effective_at);
    const effective_date = given.effective_date ?? dayAt(at, tenant.time_zone);
    const { staff_id, skill_id, kind, level, note, valid_until } = given;
    if (valid_until && valid_until < effective_date) throw new EndsBeforeItBegins('valid_until', effective_date);
    const state = body.state ?? (isAboutOneself(tenant, given) ? undefined : ('approved' as const));
    return {
      grant: {
        ...{ staff_id, skill_id, kind, level, effective_date, note, source_type: 'hand' },
        ...(body.valid_until !== undefined && { valid_until }),
        ...(state && { state }),
      },
      dayField: given.effective_date ? 'effective_date' : 'effective_at',
      told: { ...given, effective_date },
    };
  }
}

/** A self-rating never counts, so there is nothing to sign off. */
const isAboutOneself = (tenant: Tenant, { kind, staff_id }: { kind: string; staff_id: string }): boolean =>
  kind !== 'self' && staff_id === tenant.actor.staff_id;

function refuseForeignRating(tenant: Tenant, { kind, staff_id }: { kind: string; staff_id: string }): void {
  const isSelf = staff_id === tenant.actor.staff_id;
  if (kind === 'self' ? isSelf : tenant.actor.role !== 'user') return;
  if (tenant.actor.role === 'user') throw new NotYoursToRecord();
  throw new InvalidFields({
    kind: [fieldError('self_rating', 'People enter self-ratings themselves. Record an assessment instead.')],
  });
}
