import type { EvidenceKind, EvidenceState } from '../contract/skill-evidence.resource';
import type { Day } from '../platform/calendar';
import { JointReading, type ReadRow } from '../tenancy/joint-reading';
import type { Evidence, Ledger, Revocation } from './evidence';
import { spansOf, type Cause, type Span } from './skill-level';

/** Where the rows of a ledger are from: what narrows them to the people and skills that are asked about. */
export interface LedgerSource {
  /** Of a table of people and skills, by this alias. */
  pairs(table: string, alias: string): string;
  /** Of a table of people. */
  people(table: string, alias: string): string;
  /** Of skills, by the alias `k`. */
  skills: string;
}

/** Everything that decides the levels of some pairs of staff and skill: what is read in one statement (joint-reading.ts). */
export const ledgerReadings = ({ pairs, people, skills }: LedgerSource) => ({
  evidence: {
    ids: 'e.staff_id, e.skill_id, e.evidence_id, e.training_id',
    texts: 'e.kind, e.state, e.effective_date, e.valid_until',
    numbers: 'e.level',
    from: pairs('evidence', 'e'),
  },
  revocation: {
    ids: 'r.staff_id, r.skill_id',
    texts: 'r.from_date, r.to_date',
    from: pairs('revocation', 'r'),
  },
  span: {
    ids: 'p.staff_id, p.skill_id, p.evidence_id',
    texts: 'p.cause, p.from_date, p.to_date',
    numbers: 'p.level, p.held_level',
    from: pairs('skill_level_span', 'p'),
  },
  staff: { ids: 's.staff_id', texts: 's.joined, s.last_active_day', from: people('staff', 's') },
  employment: { ids: 'q.staff_id', texts: 'q.from_date, q.to_date', from: people('past_employment', 'q') },
  skill: { ids: 'k.skill_id', numbers: 'k.validity_months, k.requires_signoff', from: skills },
});

/** Of `:staff_id`, in all skills. */
export const LEDGER_OF_STAFF = new JointReading(ledgerReadings(ofStaff('')));
/** Of `:staff_id` in `:skill_id`. */
export const LEDGER_OF_PAIRS = new JointReading(ledgerReadings(ofStaff('skill_id')));

function ofStaff(narrowed: '' | 'skill_id'): LedgerSource {
  const narrow = (alias: string) => (narrowed ? ` AND ${alias}.skill_id IN (:skill_id)` : '');
  const people = (table: string, alias: string) =>
    `FROM ${table} ${alias} WHERE ${alias}.customer_id = :customer_id AND ${alias}.staff_id IN (:staff_id)`;
  return {
    pairs: (table, alias) => people(table, alias) + narrow(alias),
    people,
    skills: `FROM skill k WHERE k.customer_id = :customer_id${narrow('k')}`,
  };
}

export type LedgerRows = Readonly<Record<keyof ReturnType<typeof ledgerReadings>, readonly ReadRow[]>>;

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

/** What one reading of the ledger told, by pair. */
export class Ledgers {
  readonly pairs = new Map<string, Pair>();
  readonly staff = new Map<string, Employment>();
  readonly earlier = new Map<string, { from_date: Day; to_date: Day }[]>();
  readonly skills = new Map<string, SkillRules>();

  constructor(rows: LedgerRows) {
    for (const row of rows.staff)
      this.staff.set(id(row, 'staff_id'), {
        joined: text(row, 'joined'),
        last_active_day: orNull(row, 'last_active_day'),
      });
    for (const row of rows.employment) {
      const before = { from_date: text(row, 'from_date'), to_date: text(row, 'to_date') };
      this.earlier.set(id(row, 'staff_id'), [...(this.earlier.get(id(row, 'staff_id')) ?? []), before]);
    }
    for (const row of rows.skill)
      this.skills.set(id(row, 'skill_id'), {
        validity_months: Number(row['validity_months']) || null,
        requires_signoff: row['requires_signoff'] === 1,
      });
    for (const row of rows.evidence) this.pairOf(row).evidence.push(evidenceOf(row));
    for (const row of rows.revocation)
      this.pairOf(row).revocations.push({ from_date: text(row, 'from_date'), to_date: orNull(row, 'to_date') });
    for (const row of rows.span) this.pairOf(row).spans.push(spanOf(row));
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

  private pairOf(row: ReadRow): Pair {
    return this.pair(id(row, 'staff_id'), id(row, 'skill_id'));
  }
}

const text = (row: ReadRow, name: string): string => row[name] as string;
const orNull = (row: ReadRow, name: string): string | null => row[name] as string | null;
const id = text;

const evidenceOf = (row: ReadRow): KnownEvidence => ({
  evidence_id: id(row, 'evidence_id'),
  kind: row['kind'] as EvidenceKind,
  level: row['level'] as number,
  effective_date: text(row, 'effective_date'),
  valid_until: orNull(row, 'valid_until'),
  state: row['state'] as EvidenceState,
  training_id: orNull(row, 'training_id'),
});

const spanOf = (row: ReadRow): Span => ({
  from_date: text(row, 'from_date'),
  to_date: text(row, 'to_date'),
  level: row['level'] as number,
  held_level: row['held_level'] as number,
  cause: row['cause'] as Cause,
  evidence_id: orNull(row, 'evidence_id'),
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
