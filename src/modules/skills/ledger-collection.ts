import type { EvidenceKind, EvidenceState } from '../../contract/skill-evidence.resource';
import type { Day } from '../../common/calendar';
import type { PastEmployment } from '../staff/past-employment.entity';
import type { Staff } from '../staff/staff.entity';
import type { Evidence, Ledger, Revocation } from './evidence';
import type { EvidenceRecord } from './evidence.entity';
import type { RevocationRecord } from './revocation.entity';
import type { SkillLevelSpan } from './skill-level-span.entity';
import { computeLevelSpans, type LevelSpan } from './skill-level';
import type { Skill } from './skill.entity';

/** All records that determine the levels of some staff members in some skills. */
export interface LedgerRecords {
  readonly staff: readonly Pick<Staff, 'staff_id' | 'joined' | 'last_active_day'>[];
  readonly employments: readonly Pick<PastEmployment, 'staff_id' | 'from_date' | 'to_date'>[];
  readonly skills: readonly Pick<Skill, 'skill_id' | 'validity_months' | 'requires_signoff'>[];
  readonly evidence: readonly EvidenceRecord[];
  readonly revocations: readonly RevocationRecord[];
  readonly spans: readonly SkillLevelSpan[];
}

export interface LedgerEvidence extends Evidence {
  training_id: string | null;
}
export interface LedgerPair {
  staff_id: string;
  skill_id: string;
  evidence: LedgerEvidence[];
  revocations: Revocation[];
  /** The stored spans, in database order. */
  spans: LevelSpan[];
}
interface Employment {
  joined: Day;
  last_active_day: Day | null;
}
interface SkillRules {
  /** null: never expires. */
  validity_months: number | null;
  requires_signoff: boolean;
}

/** Ledgers by pair of staff and skill. */
export class LedgerCollection {
  readonly pairs = new Map<string, LedgerPair>();
  readonly staff = new Map<string, Employment>();
  readonly pastEmployments = new Map<string, { from_date: Day; to_date: Day }[]>();
  readonly skills = new Map<string, SkillRules>();

  constructor(records: LedgerRecords) {
    for (const { staff_id, joined, last_active_day } of records.staff)
      this.staff.set(staff_id, { joined, last_active_day });
    for (const { staff_id, from_date, to_date } of records.employments)
      this.pastEmployments.set(staff_id, [...(this.pastEmployments.get(staff_id) ?? []), { from_date, to_date }]);
    for (const { skill_id, validity_months, requires_signoff } of records.skills)
      this.skills.set(skill_id, { validity_months: validity_months || null, requires_signoff });
    for (const row of records.evidence) this.getOrCreatePair(row.staff_id, row.skill_id).evidence.push(toEvidence(row));
    for (const { staff_id, skill_id, from_date, to_date } of records.revocations)
      this.getOrCreatePair(staff_id, skill_id).revocations.push({ from_date, to_date });
    for (const row of records.spans)
      this.getOrCreatePair(row.staff_id, row.skill_id).spans.push(row as SkillLevelSpan & LevelSpan);
  }

  /** Creates an empty pair if there is none yet. */
  getOrCreatePair(staff_id: string, skill_id: string): LedgerPair {
    const key = staff_id + skill_id;
    let ledgerPair = this.pairs.get(key);
    if (!ledgerPair)
      this.pairs.set(key, (ledgerPair = { staff_id, skill_id, evidence: [], revocations: [], spans: [] }));
    return ledgerPair;
  }

  buildLedger(ledgerPair: LedgerPair): Ledger<LedgerEvidence> {
    const employment = this.staff.get(ledgerPair.staff_id);
    if (!employment) throw new Error('Evidence without a staff record: the foreign key should have refused it.');
    const pastEmployments = this.pastEmployments.get(ledgerPair.staff_id) ?? [];
    return { evidence: ledgerPair.evidence, revocations: ledgerPair.revocations, ...employment, pastEmployments };
  }

  /**
   * Pairs whose stored spans differ from the ledger. `spans` are the new or changed ones. `replaceAll`: a stored span
   * has to be deleted, so all spans of the pair are replaced and `spans` holds all new ones.
   */
  *findStalePairs(): Generator<{ ledgerPair: LedgerPair; replaceAll: boolean; spans: LevelSpan[] }> {
    for (const ledgerPair of this.pairs.values()) {
      const spans = computeLevelSpans(this.buildLedger(ledgerPair));
      const missing = spans.filter((span) => !ledgerPair.spans.some((stored) => isSameSpan(span, stored)));
      const days = new Set(spans.map(({ from_date }) => from_date));
      const replaceAll = ledgerPair.spans.some(({ from_date }) => !days.has(from_date));
      if (replaceAll || missing.length) yield { ledgerPair, replaceAll, spans: replaceAll ? spans : missing };
    }
  }
}

const toEvidence = ({ kind, state, ...rest }: EvidenceRecord): LedgerEvidence => ({
  ...rest,
  kind: kind as EvidenceKind,
  state: state as EvidenceState,
});

function isSameSpan(span: LevelSpan, other: LevelSpan): boolean {
  return (
    span.from_date === other.from_date &&
    span.to_date === other.to_date &&
    span.level === other.level &&
    span.held_level === other.held_level &&
    span.cause === other.cause &&
    span.evidence_id === other.evidence_id
  );
}
