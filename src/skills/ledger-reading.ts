import type { EvidenceKind, EvidenceState } from '../contract/skill-evidence.resource';
import type { Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import type { Evidence, Ledger, Revocation } from './evidence';
import { spansOf, type Cause, type Span } from './skill-level';

/**
 * Everything that decides some pairs of staff and skill, in one statement: employment, skills, evidence, revocations and
 * the spans kept so far. `:skill_id` narrows it to some skills.
 */
export const LEDGER_OF_PAIRS = statement((alias) => ` AND ${alias}.skill_id IN (:skill_id)`);
/** The same for all skills of these staff. */
export const LEDGER_OF_STAFF = statement(() => '');

function statement(narrow: (alias: string) => string): string {
  const of = (alias: string) =>
    `${alias}.customer_id = :customer_id AND ${alias}.staff_id IN (:staff_id)${narrow(alias)}`;
  return [
    `SELECT 'evidence' AS part, e.staff_id AS staff_id, e.skill_id AS skill_id, e.evidence_id AS id, e.kind AS word, e.state AS state, e.level AS level, 0 AS other, e.effective_date AS from_date, e.valid_until AS to_date, e.training_id AS training_id FROM evidence e WHERE ${of('e')}`,
    `SELECT 'revocation', r.staff_id, r.skill_id, NULL, NULL, NULL, 0, 0, r.from_date, r.to_date, NULL FROM revocation r WHERE ${of('r')}`,
    `SELECT 'span', p.staff_id, p.skill_id, p.evidence_id, p.cause, NULL, p.level, p.held_level, p.from_date, p.to_date, NULL FROM skill_level_span p WHERE ${of('p')}`,
    `SELECT 'staff', s.staff_id, NULL, NULL, NULL, NULL, 0, 0, s.joined, s.last_active_day, NULL FROM staff s WHERE s.customer_id = :customer_id AND s.staff_id IN (:staff_id)`,
    `SELECT 'employment', q.staff_id, NULL, NULL, NULL, NULL, 0, 0, q.from_date, q.to_date, NULL FROM past_employment q WHERE q.customer_id = :customer_id AND q.staff_id IN (:staff_id)`,
    `SELECT 'skill', NULL, k.skill_id, NULL, NULL, NULL, COALESCE(k.validity_months, 0), k.requires_signoff, NULL, NULL, NULL FROM skill k WHERE k.customer_id = :customer_id${narrow('k')}`,
  ].join(' UNION ALL ');
}

export interface LedgerRow {
  part: string;
  staff_id: Uint8Array | null;
  skill_id: Uint8Array | null;
  id: Uint8Array | null;
  word: string | null;
  state: string | null;
  level: number;
  other: number;
  from_date: Day | null;
  to_date: Day | null;
  training_id: Uint8Array | null;
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

/** What one reading of the ledger told, by pair. */
export class Ledgers {
  readonly pairs = new Map<string, Pair>();
  readonly staff = new Map<string, Employment>();
  readonly earlier = new Map<string, { from_date: Day; to_date: Day }[]>();
  readonly skills = new Map<string, SkillRules>();

  constructor(rows: readonly LedgerRow[]) {
    for (const row of rows) this.take(row);
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
   * Pairs whose kept spans are not what the ledger says. `anew`: some of them are wrong, so all go and `spans` are all of
   * the new ones; otherwise `spans` are those that are missing.
   */
  *stale(): Generator<{ pair: Pair; anew: boolean; spans: Span[] }> {
    for (const pair of this.pairs.values()) {
      const spans = spansOf(this.ledger(pair));
      const missing = spans.filter((span) => !pair.spans.some((kept) => isSame(span, kept)));
      const anew = spans.length - missing.length < pair.spans.length;
      if (anew || missing.length) yield { pair, anew, spans: anew ? spans : missing };
    }
  }

  private take(row: LedgerRow): void {
    if (row.part === 'staff') {
      this.staff.set(idFromBytes(row.staff_id!), { joined: row.from_date!, last_active_day: row.to_date });
    } else if (row.part === 'employment') {
      const staff_id = idFromBytes(row.staff_id!);
      const before = { from_date: row.from_date!, to_date: row.to_date! };
      this.earlier.set(staff_id, [...(this.earlier.get(staff_id) ?? []), before]);
    } else if (row.part === 'skill') {
      this.skills.set(idFromBytes(row.skill_id!), {
        validity_months: Number(row.level) || null,
        requires_signoff: Number(row.other) === 1,
      });
    } else {
      this.takeInto(this.pair(idFromBytes(row.staff_id!), idFromBytes(row.skill_id!)), row);
    }
  }

  private takeInto(pair: Pair, row: LedgerRow): void {
    if (row.part === 'revocation') {
      pair.revocations.push({ from_date: row.from_date!, to_date: row.to_date });
    } else if (row.part === 'evidence') {
      pair.evidence.push({
        evidence_id: idFromBytes(row.id!),
        kind: row.word as EvidenceKind,
        level: Number(row.level),
        effective_date: row.from_date!,
        valid_until: row.to_date,
        state: row.state as EvidenceState,
        training_id: row.training_id && idFromBytes(row.training_id),
      });
    } else {
      pair.spans.push({
        from_date: row.from_date!,
        to_date: row.to_date!,
        level: Number(row.level),
        held_level: Number(row.other),
        cause: row.word as Cause,
        evidence_id: row.id && idFromBytes(row.id),
      });
    }
  }
}

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
