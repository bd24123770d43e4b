import type { EvidenceKind, EvidenceState } from '../contract/skill-evidence.resource';
import type { Day } from '../platform/calendar';
import type { PastEmployment } from '../staff/past-employment.entity';
import type { Staff } from '../staff/staff.entity';
import type { Evidence, Ledger, Revocation } from './evidence';
import type { EvidenceRecord } from './evidence.entity';
import type { RevocationRecord } from './revocation.entity';
import type { SkillLevelSpan } from './skill-level-span.entity';
import { spansOf, type Span } from './skill-level';
import type { Skill } from './skill.entity';

/** The records that decide the levels of some pairs of staff and skill. */
export interface LedgerRecords {
  readonly staff: readonly Pick<Staff, 'staff_id' | 'joined' | 'last_active_day'>[];
  readonly employments: readonly Pick<PastEmployment, 'staff_id' | 'from_date' | 'to_date'>[];
  readonly skills: readonly Pick<Skill, 'skill_id' | 'validity_months' | 'requires_signoff'>[];
  readonly evidence: readonly EvidenceRecord[];
  readonly revocations: readonly RevocationRecord[];
  readonly spans: readonly SkillLevelSpan[];
}

export interface KnownEvidence extends Evidence {
  training_id: string | null;
}
export interface Pair {
  staff_id: string;
  skill_id: string;
  evidence: KnownEvidence[];
  revocations: Revocation[];
  /** As they are kept, in the order of the database. */
  spans: Span[];
}
interface Employment {
  joined: Day;
  last_active_day: Day | null;
}
interface SkillRules {
  /** null: for ever. */
  validity_months: number | null;
  requires_signoff: boolean;
}

/** Ledgers by pair of staff and skill. */
export class Ledgers {
  readonly pairs = new Map<string, Pair>();
  readonly staff = new Map<string, Employment>();
  readonly earlier = new Map<string, { from_date: Day; to_date: Day }[]>();
  readonly skills = new Map<string, SkillRules>();

  constructor(records: LedgerRecords) {
    for (const { staff_id, joined, last_active_day } of records.staff)
      this.staff.set(staff_id, { joined, last_active_day });
    for (const { staff_id, from_date, to_date } of records.employments)
      this.earlier.set(staff_id, [...(this.earlier.get(staff_id) ?? []), { from_date, to_date }]);
    for (const { skill_id, validity_months, requires_signoff } of records.skills)
      this.skills.set(skill_id, { validity_months: validity_months || null, requires_signoff });
    for (const row of records.evidence) this.pair(row.staff_id, row.skill_id).evidence.push(evidenceOf(row));
    for (const { staff_id, skill_id, from_date, to_date } of records.revocations)
      this.pair(staff_id, skill_id).revocations.push({ from_date, to_date });
    for (const row of records.spans) this.pair(row.staff_id, row.skill_id).spans.push(row as SkillLevelSpan & Span);
  }

  /** Made empty when nothing was known of it. */
  pair(staff_id: string, skill_id: string): Pair {
    const name = staff_id + skill_id;
    let pair = this.pairs.get(name);
    if (!pair) this.pairs.set(name, (pair = { staff_id, skill_id, evidence: [], revocations: [], spans: [] }));
    return pair;
  }

  ledger(pair: Pair): Ledger<KnownEvidence> {
    const employment = this.staff.get(pair.staff_id);
    if (!employment) throw new Error('A ledger of nobody: the foreign key of evidence should have refused it.');
    const earlier = this.earlier.get(pair.staff_id) ?? [];
    return { evidence: pair.evidence, revocations: pair.revocations, ...employment, earlier };
  }

  /**
   * Pairs whose kept spans are not what the ledger says. `spans` are those that are missing, or say something else from the
   * same day on; `anew`: one begins on a day on which none does any more, so all go and `spans` are all of the new ones.
   */
  *stale(): Generator<{ pair: Pair; anew: boolean; spans: Span[] }> {
    for (const pair of this.pairs.values()) {
      const spans = spansOf(this.ledger(pair));
      const missing = spans.filter((span) => !pair.spans.some((kept) => isSame(span, kept)));
      const days = new Set(spans.map(({ from_date }) => from_date));
      const anew = pair.spans.some(({ from_date }) => !days.has(from_date));
      if (anew || missing.length) yield { pair, anew, spans: anew ? spans : missing };
    }
  }
}

const evidenceOf = ({ kind, state, ...rest }: EvidenceRecord): KnownEvidence => ({
  ...rest,
  kind: kind as EvidenceKind,
  state: state as EvidenceState,
});

function isSame(span: Span, other: Span): boolean {
  return (
    span.from_date === other.from_date &&
    span.to_date === other.to_date &&
    span.level === other.level &&
    span.held_level === other.held_level &&
    span.cause === other.cause &&
    span.evidence_id === other.evidence_id
  );
}
