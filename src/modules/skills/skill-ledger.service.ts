import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EvidenceKind } from '../../contract/skill-evidence.resource';
import type { Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { idFromBytes, newId } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { UnknownStaffError } from '../staff/staff.errors';
import { EMPLOYMENT_CHANGED } from '../staff/staff.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { EvidenceRecord } from './evidence.entity';
import type { LedgerEvidence, LedgerCollection } from './ledger-collection';
import { LedgerQuery } from './ledger.query';
import { UnknownSkillError } from './skill.errors';
import { SkillLevelSpan } from './skill-level-span.entity';
import { validUntil } from './validity';

/** A new evidence row. The level is a copy; later mapping changes do not affect it. */
export interface Grant {
  staff_id: string;
  skill_id: string;
  kind: EvidenceKind;
  level: number;
  effective_date: Day;
  /** The last valid day; null: never expires. Default: from `validity_months` and the renewal rule (validity.ts). */
  valid_until?: Day | null;
  /** Default: the validity of the skill. */
  validity_months?: number | null;
  /** Days before expiry in which a renewal extends it; default: 60 (validity.ts). */
  extends_within?: number | undefined;
  /** Idempotency key, with source_id, completion_no and skill_id. `hand`: each row is its own source. */
  source_type: 'completion' | 'hand' | 'practical';
  /** `completion`: the assignment; `practical`: the assessment; missing for `hand`. */
  source_id?: string;
  /** `completion`: number of the completion of the assignment; default: 1. */
  completion_no?: number;
  training_id?: string | null;
  attempt_id?: string | null;
  score_correct?: number | null;
  score_total?: number | null;
  note?: string | null;
  /** Default: pending if the skill requires sign-off, else approved. */
  state?: 'approved' | 'pending';
  /** Default: the current user. */
  recorded_by?: string | null;
}

/** Staff per batch. */
const STAFF_AT_ONCE = 50;

/** Writes evidence and, in the same transaction, the level spans derived from it. */
@Injectable()
export class SkillLedgerService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(EvidenceRecord) private readonly evidence: TenantRepository<EvidenceRecord>,
    @InjectTenantRepository(SkillLevelSpan) private readonly spans: TenantRepository<SkillLevelSpan>,
    private readonly queries: TenantQueries,
    private readonly ledgers: LedgerQuery,
    private readonly locks: LedgerLocks,
    private readonly transactions: TransactionManager,
    private readonly eventBus: DomainEventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(
      EMPLOYMENT_CHANGED,
      async (tenant, { staff_id }) => void (await this.rebuildLockedStaff(tenant, staff_id)),
    );
  }

  /**
   * Writes evidence and updates the level spans, in the caller's transaction or its own. Rows with an existing source
   * are skipped; their returned id is not stored. At most 1,000 rows. @returns the ids, in order
   * @throws UnknownStaffError, UnknownSkillError
   */
  async grant(tenant: Tenant, grants: readonly Grant[]): Promise<string[]> {
    if (!grants.length) return [];
    return this.transactions.run(async () => {
      await this.locks.acquire(tenant, staffIds(grants));
      const ledgers = await this.loadPairs(tenant, grants);
      refuseUnknown(ledgers, grants);
      const records = this.buildRecords(tenant, ledgers, grants);
      const added = await this.evidence.insertMissing(tenant, records);
      // Some rows existed already: compute the spans from the stored rows, not from the new ones.
      if (added < records.length) await this.saveStaleSpans(tenant, await this.loadPairs(tenant, grants));
      else await this.saveStaleSpans(tenant, ledgers);
      return records.map((record) => record.evidence_id);
    });
  }

  /** Recomputes the spans of these pairs. The open transaction must hold the LedgerLocks of the staff. */
  async rebuildSpans(tenant: Tenant, pairs: readonly { staff_id: string; skill_id: string }[]): Promise<void> {
    await this.saveStaleSpans(tenant, await this.loadPairs(tenant, pairs));
  }

  /** Recomputes all spans of these staff. @returns the number of pairs that had differed */
  async rebuildStaff(tenant: Tenant, staff_id: readonly string[]): Promise<number> {
    return this.transactions.run(async () => {
      await this.locks.acquire(tenant, staff_id);
      return this.rebuildLockedStaff(tenant, staff_id);
    });
  }

  /** Recomputes all spans of the customer, in batches of staff. @returns the number of pairs that had differed */
  async rebuild(tenant: Tenant): Promise<number> {
    let changedPairs = 0;
    for (let after_id = ZERO_ID; ;) {
      const next = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, NEXT_STAFF_SQL, {
        after_id,
        count: STAFF_AT_ONCE,
      });
      if (!next.length) return changedPairs;
      const ids = next.map((row) => idFromBytes(row.staff_id));
      changedPairs += await this.rebuildStaff(tenant, ids);
      after_id = ids.at(-1)!;
    }
  }

  /** The caller holds the LedgerLocks of the staff. */
  private async rebuildLockedStaff(tenant: Tenant, staff_id: readonly string[]): Promise<number> {
    return this.saveStaleSpans(tenant, await this.ledgers.loadForStaff(tenant, staff_id));
  }

  private async loadPairs(
    tenant: Tenant,
    pairs: readonly { staff_id: string; skill_id: string }[],
  ): Promise<LedgerCollection> {
    const skill_id = [...new Set(pairs.map((pair) => pair.skill_id))];
    return this.ledgers.loadForSkills(tenant, staffIds(pairs), skill_id);
  }

  /** Processed by date, so that a renewal finds the evidence that it renews in the same call. */
  private buildRecords(tenant: Tenant, ledgerCollection: LedgerCollection, grants: readonly Grant[]) {
    const recordsByGrant = new Map<Grant, Partial<EvidenceRecord> & { evidence_id: string }>();
    for (const grant of grants.toSorted((a, b) => (a.effective_date < b.effective_date ? -1 : 1))) {
      const { validity_months, valid_until, extends_within, state, recorded_by, ...columns } = grant;
      const pair = ledgerCollection.getOrCreatePair(grant.staff_id, grant.skill_id);
      const rules = ledgerCollection.skills.get(grant.skill_id)!;
      const evidence_id = newId(this.clock.now());
      const first_state = state ?? (rules.requires_signoff ? 'pending' : 'approved');
      const row: LedgerEvidence = {
        evidence_id,
        kind: grant.kind,
        level: grant.level,
        effective_date: grant.effective_date,
        valid_until:
          valid_until !== undefined
            ? valid_until
            : validUntil({
                effective: grant.effective_date,
                months: validity_months ?? rules.validity_months,
                previousUntil: findRenewedUntil(pair.evidence, grant),
                windowDays: extends_within,
              }),
        state: first_state,
        training_id: grant.training_id ?? null,
      };
      pair.evidence.push(row);
      recordsByGrant.set(grant, {
        attempt_id: null,
        score_correct: null,
        score_total: null,
        note: null,
        completion_no: 1,
        ...columns,
        ...row,
        first_state,
        source_id: grant.source_id ?? evidence_id,
        recorded_by: recorded_by === undefined ? tenant.actor.account_id : recorded_by,
      });
    }
    return grants.map((grant) => recordsByGrant.get(grant)!);
  }

  private async saveStaleSpans(tenant: Tenant, ledgerCollection: LedgerCollection): Promise<number> {
    const replacedSkills = new Map<string, string[]>();
    const spansToSave: Partial<SkillLevelSpan>[] = [];
    let pairs = 0;
    for (const { ledgerPair, replaceAll, spans } of ledgerCollection.findStalePairs()) {
      pairs++;
      if (replaceAll)
        replacedSkills.set(ledgerPair.staff_id, [
          ...(replacedSkills.get(ledgerPair.staff_id) ?? []),
          ledgerPair.skill_id,
        ]);
      for (const span of spans)
        spansToSave.push({ staff_id: ledgerPair.staff_id, skill_id: ledgerPair.skill_id, ...span });
    }
    if (replacedSkills.size) {
      const anyOf = [...replacedSkills].map(([staff_id, skill_id]) => ({ staff_id, skill_id }));
      await this.spans.remove(tenant, { anyOf });
    }
    if (spansToSave.length) await this.spans.insertOrReplace(tenant, spansToSave);
    return pairs;
  }
}

const staffIds = (pairs: readonly { staff_id: string }[]): string[] => [...new Set(pairs.map((pair) => pair.staff_id))];
const ZERO_ID = '00000000-0000-0000-0000-000000000000';
const NEXT_STAFF_SQL =
  'SELECT s.staff_id AS staff_id FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id > :after_id ORDER BY s.staff_id LIMIT :count';

/** The last valid day of earlier evidence from the same training, for the same person and skill. */
function findRenewedUntil(evidence: readonly LedgerEvidence[], grant: Grant): Day | null {
  let until: Day | null = null;
  if (!grant.training_id) return null;
  for (const row of evidence) {
    if (row.training_id !== grant.training_id || row.effective_date > grant.effective_date || row.valid_until === null)
      continue;
    const isRenewable = row.state === 'approved' || row.state === 'pending';
    if (isRenewable && (until === null || row.valid_until > until)) until = row.valid_until;
  }
  return until;
}

function refuseUnknown(ledgerCollection: LedgerCollection, grants: readonly Grant[]): void {
  const staff = grants.filter((grant) => !ledgerCollection.staff.has(grant.staff_id)).map((grant) => grant.staff_id);
  if (staff.length) throw new UnknownStaffError([...new Set(staff)]);
  const skills = grants.filter((grant) => !ledgerCollection.skills.has(grant.skill_id)).map((grant) => grant.skill_id);
  if (skills.length) throw new UnknownSkillError([...new Set(skills)]);
}
