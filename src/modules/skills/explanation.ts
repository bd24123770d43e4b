/**
 * Explains the level of a cell (docs/skill-levels.md): the winning evidence, its validity, and why the level is not
 * higher. Facts only; the client turns them into a sentence in the user's language.
 */
import type { Day } from '../../common/calendar';
import {
  countsTowardsLevel,
  coversDay,
  isEmployed,
  lastValidDay,
  type Evidence,
  type Ledger,
  type Revocation,
} from './evidence';
import {
  assessmentOn,
  levelStateOn,
  computeLevelSpans,
  levelUnderAssessment,
  type LevelCause,
  type LevelSpan,
} from './skill-level';
import { levelUntil, findRunEnd, spanIndexOn } from './span-lookup';

interface LevelDrop {
  /** The first day of the lower level. */
  on: Day;
  level: number;
  cause: LevelCause;
  evidence_id: string | null;
}

export interface Explanation<E extends Evidence = Evidence, R extends Revocation = Revocation> {
  on: Day;
  level: number;
  /** The level if nothing had expired. */
  held_level: number;
  /** null: not employed, or nothing has counted yet. */
  cause: LevelCause | null;
  /** The winning evidence; on `lapsed` the expired one. */
  evidence: E | null;
  /** Last day of the unbroken run with at least this level; null: no end, or level 0. */
  valid_until: Day | null;
  /** The evidence behind the level at the end of that run, if it is not `evidence`. */
  carried_by: E | null;
  /** If several revocations cover the day, the one that ends last. */
  revocation: R | null;
  /** The assessment that caps `capped`; null: nothing is capped. */
  capped_by: E | null;
  /** Valid evidence whose own level is above the level shown, highest first. */
  capped: E[];
  /** Expired evidence that would give a higher level, highest first. */
  lapsed: E[];
  /** Evidence that awaits sign-off and would give a higher level. */
  pending: E[];
  /** The next drop of the level, if one is known. */
  falls: LevelDrop | null;
}

/** Explains one staff member and skill on one day. The result refers to the caller's own row objects. */
export function explain<E extends Evidence, R extends Revocation>(ledger: Ledger<E, R>, on: Day): Explanation<E, R> {
  const { level, held_level, cause, evidence } = levelStateOn(ledger, on);
  const employed = isEmployed(ledger, on);
  const revocation = employed ? findLongestRevocation(ledger.revocations, on) : null;
  const effectiveEvidence = employed && !revocation ? ledger.evidence.filter((row) => row.effective_date <= on) : [];
  const countingEvidence = effectiveEvidence.filter(countsTowardsLevel);
  const assessment = assessmentOn(countingEvidence, on);
  const isValid = (row: E) => lastValidDay(row) >= on;
  const ownLevel = (row: E) => row.level;
  const cappedLevel = (row: E) => levelUnderAssessment(row, assessment);
  const capped = countingEvidence.filter((row) => isValid(row) && row.level > level && cappedLevel(row) >= 0);
  const spans = computeLevelSpans(ledger);
  const pending = effectiveEvidence.filter((row) => row.state === 'pending' && row.kind !== 'self' && isValid(row));
  return {
    on,
    level,
    held_level,
    cause,
    evidence,
    valid_until: levelUntil(spans, on),
    carried_by: findCarryingEvidence(ledger.evidence, spans, on),
    revocation,
    capped_by: capped.length > 0 ? assessment : null,
    capped: sortByLevel(capped, ownLevel),
    lapsed: sortByLevel(
      countingEvidence.filter((row) => !isValid(row) && cappedLevel(row) > level),
      cappedLevel,
    ),
    pending: sortByLevel(
      pending.filter((row) => row.level > level),
      ownLevel,
    ),
    falls: findNextDrop(spans, on, level),
  };
}

function findCarryingEvidence<E extends Evidence>(rows: readonly E[], spans: readonly LevelSpan[], on: Day): E | null {
  const index = spanIndexOn(spans, on);
  const now = spans[index];
  if (!now || now.level === 0) return null;
  const { evidence_id } = spans[findRunEnd(spans, index, now.level)]!;
  return evidence_id === now.evidence_id ? null : (rows.find((row) => row.evidence_id === evidence_id) ?? null);
}

function findNextDrop(spans: readonly LevelSpan[], on: Day, level: number): LevelDrop | null {
  if (level === 0) return null;
  const next = spans.find((span) => span.from_date > on && span.level < level);
  return next ? { on: next.from_date, level: next.level, cause: next.cause, evidence_id: next.evidence_id } : null;
}

function findLongestRevocation<R extends Revocation>(revocations: readonly R[], on: Day): R | null {
  const active = revocations.filter((revocation) => coversDay(revocation, on));
  const byEnd = (a: R, b: R) => (a.to_date === null ? -1 : b.to_date === null ? 1 : a.to_date > b.to_date ? -1 : 1);
  return active.sort(byEnd)[0] ?? null;
}

/** Highest level first, then the latest. */
function sortByLevel<E extends Evidence>(rows: E[], levelOf: (row: E) => number): E[] {
  const key = (row: E) => `${levelOf(row)} ${row.effective_date} ${row.evidence_id}`;
  return rows.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}
