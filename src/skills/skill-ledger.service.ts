import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { EvidenceKind } from '../contract/skill-evidence.resource';
import type { Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { idFromBytes, newId } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { StaffUnknown } from '../staff/staff.errors';
import { EMPLOYMENT_CHANGED } from '../staff/staff.events';
import { Announcements } from '../tenancy/announcements';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { EvidenceRecord } from './evidence.entity';
import type { KnownEvidence, Ledgers } from './ledgers';
import { LedgerQuery } from './ledger.query';
import { SkillUnknown } from './skill.errors';
import { SkillLevelSpan } from './skill-level-span.entity';
import { validUntil } from './validity';

/** A row for the ledger. The level is copied into it, whatever the mapping says later. */
export interface Grant {
  staff_id: string;
  skill_id: string;
  kind: EvidenceKind;
  level: number;
  effective_date: Day;
  /** The last valid day, null for ever. Left out: by `validity_months` and the rule of renewal (validity.ts). */
  valid_until?: Day | null;
  /** null or left out: the skill's own, and without one for ever. */
  validity_months?: number | null;
  /** Left out: the usual sixty (validity.ts). */
  extends_within?: number | undefined;
  /** With source_id, completion_no and skill_id the key by which granting twice is harmless. `hand`: one row, its own source. */
  source_type: 'completion' | 'hand' | 'practical';
  /** `completion`: the assignment (one a cycle); `practical`: the assessment. Left out for `hand`. */
  source_id?: string;
  /** `completion`: which one of the assignment; left out: the first. */
  completion_no?: number;
  training_id?: string | null;
  attempt_id?: string | null;
  score_correct?: number | null;
  score_total?: number | null;
  note?: string | null;
  /** Left out: waits for sign-off when the skill requires it. */
  state?: 'approved' | 'pending';
  /** Left out: whoever acts. */
  recorded_by?: string | null;
}

/** Staff whose ledgers are read and rewritten at once. */
const STAFF_AT_ONCE = 50;

/** The ledger and its projection: one transaction writes evidence and rewrites the spans of the pairs it touches. */
@Injectable()
export class SkillLedger implements OnModuleInit {
  constructor(
    @Records(EvidenceRecord) private readonly evidence: TenantRepository<EvidenceRecord>,
    @Records(SkillLevelSpan) private readonly spans: TenantRepository<SkillLevelSpan>,
    private readonly queries: TenantQueries,
    private readonly ledgers: LedgerQuery,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(
      EMPLOYMENT_CHANGED,
      async (tenant, { staff_id }) => void (await this.rewriteHeld(tenant, staff_id)),
    );
  }

  /**
   * Writes evidence and the levels it gives, in the caller's transaction or its own; a row whose source is known already
   * stays as it is. At most 1,000 rows a call. @returns the ids of the rows, in order
   * @throws StaffUnknown, SkillUnknown
   */
  async grant(tenant: Tenant, grants: readonly Grant[]): Promise<string[]> {
    if (!grants.length) return [];
    return this.transactions.run(async () => {
      await this.locks.take(tenant, staffOf(grants));
      const ledgers = await this.readPairs(tenant, grants);
      refuseUnknown(ledgers, grants);
      const records = this.recordsOf(tenant, ledgers, grants);
      const added = await this.evidence.insertMissing(tenant, records);
      // Some were known: what the ledger holds is what it held, and not what we would have added.
      if (added < records.length) await this.rewrite(tenant, await this.readPairs(tenant, grants));
      else await this.rewrite(tenant, ledgers);
      return records.map((record) => record.evidence_id);
    });
  }

  /** Reads these pairs again and rewrites their spans, in the open transaction that has taken their staff's LedgerLocks. */
  async rewritePairs(tenant: Tenant, pairs: readonly { staff_id: string; skill_id: string }[]): Promise<void> {
    await this.rewrite(tenant, await this.readPairs(tenant, pairs));
  }

  /** All that these staff can do, from their ledgers. @returns how many pairs were not as they should be */
  async rewriteStaff(tenant: Tenant, staff_id: readonly string[]): Promise<number> {
    return this.transactions.run(async () => {
      await this.locks.take(tenant, staff_id);
      return this.rewriteHeld(tenant, staff_id);
    });
  }

  /** All spans of the organisation from its ledger, some staff at a time. @returns how many pairs were not as they should be */
  async rebuild(tenant: Tenant): Promise<number> {
    let rewritten = 0;
    for (let after_id = NOBODY; ;) {
      const next = await this.queries.rows<{ staff_id: Uint8Array }>(tenant, NEXT_STAFF, {
        after_id,
        count: STAFF_AT_ONCE,
      });
      if (!next.length) return rewritten;
      const ids = next.map((row) => idFromBytes(row.staff_id));
      rewritten += await this.rewriteStaff(tenant, ids);
      after_id = ids.at(-1)!;
    }
  }

  /** Employment changed: spans are clipped to it. */
  private async rewriteHeld(tenant: Tenant, staff_id: readonly string[]): Promise<number> {
    return this.rewrite(tenant, await this.ledgers.ofStaff(tenant, staff_id));
  }

  private async readPairs(tenant: Tenant, pairs: readonly { staff_id: string; skill_id: string }[]): Promise<Ledgers> {
    const skill_id = [...new Set(pairs.map((pair) => pair.skill_id))];
    return this.ledgers.ofSkills(tenant, staffOf(pairs), skill_id);
  }

  /** In the order of their days, so that a renewal in the same call finds what it renews. */
  private recordsOf(tenant: Tenant, ledgers: Ledgers, grants: readonly Grant[]) {
    const made = new Map<Grant, Partial<EvidenceRecord> & { evidence_id: string }>();
    for (const grant of grants.toSorted((a, b) => (a.effective_date < b.effective_date ? -1 : 1))) {
      const { validity_months, valid_until, extends_within, state, recorded_by, ...facts } = grant;
      const pair = ledgers.pair(grant.staff_id, grant.skill_id);
      const rules = ledgers.skills.get(grant.skill_id)!;
      const evidence_id = newId(this.clock.now());
      const first_state = state ?? (rules.requires_signoff ? 'pending' : 'approved');
      const row: KnownEvidence = {
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
                previousUntil: renewed(pair.evidence, grant),
                windowDays: extends_within,
              }),
        state: first_state,
        training_id: grant.training_id ?? null,
      };
      pair.evidence.push(row);
      made.set(grant, {
        attempt_id: null,
        score_correct: null,
        score_total: null,
        note: null,
        completion_no: 1,
        ...facts,
        ...row,
        first_state,
        source_id: grant.source_id ?? evidence_id,
        recorded_by: recorded_by === undefined ? tenant.actor.account_id : recorded_by,
      });
    }
    return grants.map((grant) => made.get(grant)!);
  }

  private async rewrite(tenant: Tenant, ledgers: Ledgers): Promise<number> {
    const emptied = new Map<string, string[]>();
    const written: Partial<SkillLevelSpan>[] = [];
    let pairs = 0;
    for (const { pair, anew, spans } of ledgers.stale()) {
      pairs++;
      if (anew) emptied.set(pair.staff_id, [...(emptied.get(pair.staff_id) ?? []), pair.skill_id]);
      for (const span of spans) written.push({ staff_id: pair.staff_id, skill_id: pair.skill_id, ...span });
    }
    if (emptied.size) {
      const anyOf = [...emptied].map(([staff_id, skill_id]) => ({ staff_id, skill_id }));
      await this.spans.remove(tenant, { anyOf });
    }
    if (written.length) await this.spans.insertOrReplace(tenant, written);
    return pairs;
  }
}

const staffOf = (pairs: readonly { staff_id: string }[]): string[] => [...new Set(pairs.map((pair) => pair.staff_id))];
const NOBODY = '00000000-0000-0000-0000-000000000000';
const NEXT_STAFF =
  'SELECT s.staff_id AS staff_id FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id > :after_id ORDER BY s.staff_id LIMIT :count';

/** The last day of what this grant renews: the same training's, for the same person and skill. */
function renewed(evidence: readonly KnownEvidence[], grant: Grant): Day | null {
  let until: Day | null = null;
  if (!grant.training_id) return null;
  for (const row of evidence) {
    if (row.training_id !== grant.training_id || row.effective_date > grant.effective_date || row.valid_until === null)
      continue;
    const stands = row.state === 'approved' || row.state === 'pending';
    if (stands && (until === null || row.valid_until > until)) until = row.valid_until;
  }
  return until;
}

function refuseUnknown(ledgers: Ledgers, grants: readonly Grant[]): void {
  const staff = grants.filter((grant) => !ledgers.staff.has(grant.staff_id)).map((grant) => grant.staff_id);
  if (staff.length) throw new StaffUnknown([...new Set(staff)]);
  const skills = grants.filter((grant) => !ledgers.skills.has(grant.skill_id)).map((grant) => grant.skill_id);
  if (skills.length) throw new SkillUnknown([...new Set(skills)]);
}
