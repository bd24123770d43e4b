/**
 * Level of one staff member in one skill on a day, and the spans that store it (docs/skill-levels.md). Pure functions:
 * they do not know today, and an expiry is the end of a span.
 *
 * Let A be the latest assessment effective by D. Candidates: A's level while A is valid; later evidence while valid;
 * min(own level, A's level) for evidence not later than A while valid. An expired A still caps, or a downgrade would
 * rise back. The highest candidate wins; on a tie the one valid longest, then the latest, then the id.
 */
import { addDays, OPEN_END, type Day } from '../../common/calendar';
import { countsTowardsLevel, coversDay, isEmployed, lastValidDay, type Evidence, type Ledger } from './evidence';

/** `capped`: the winner counts less than its own level. `lapsed`: level 0 because the evidence has expired. */
export type LevelCause =
  'training' | 'certificate' | 'assessment' | 'prior' | 'import' | 'capped' | 'lapsed' | 'revoked';

/** Days with the same level, held level, cause and evidence; both ends inclusive, OPEN_END: no end. */
export interface LevelSpan {
  from_date: Day;
  to_date: Day;
  level: number;
  /** The level if nothing had expired. Above `level`, an expiry has lowered the level. */
  held_level: number;
  cause: LevelCause;
  /** The winning evidence; on `lapsed` the expired one; null on `revoked`. */
  evidence_id: string | null;
}

export interface LevelState<E extends Evidence = Evidence> {
  level: number;
  held_level: number;
  /** null: not employed, or nothing has counted yet. That is no level, not level 0. */
  cause: LevelCause | null;
  evidence: E | null;
}

/** 0–4; 0 outside employment. */
export function levelOn(ledger: Ledger, day: Day): number {
  return levelStateOn(ledger, day).level;
}

export function levelStateOn<E extends Evidence>(ledger: Ledger<E>, day: Day): LevelState<E> {
  if (!isEmployed(ledger, day)) return NO_LEVEL;
  for (const revocation of ledger.revocations) if (coversDay(revocation, day)) return REVOKED;
  const assessment = assessmentOn(ledger.evidence, day);
  let winner: E | null = null;
  let heldEvidence: E | null = null;
  let level = -1;
  let heldLevel = -1;
  for (const evidence of ledger.evidence) {
    if (!countsTowardsLevel(evidence) || evidence.effective_date > day) continue;
    const cappedLevel = levelUnderAssessment(evidence, assessment);
    if (cappedLevel < 0) continue;
    if (isBetterEvidence(evidence, cappedLevel, heldEvidence, heldLevel)) {
      heldEvidence = evidence;
      heldLevel = cappedLevel;
    }
    if (lastValidDay(evidence) >= day && isBetterEvidence(evidence, cappedLevel, winner, level)) {
      winner = evidence;
      level = cappedLevel;
    }
  }
  if (!heldEvidence) return NO_LEVEL;
  if (!winner) return { level: 0, held_level: heldLevel, cause: 'lapsed', evidence: heldEvidence };
  const cause = level < winner.level ? 'capped' : (winner.kind as LevelCause);
  return { level, held_level: heldLevel, cause, evidence: winner };
}

/** The latest counting assessment effective by `day`, expired or not. Earlier assessments are ignored. */
export function assessmentOn<E extends Evidence>(evidence: readonly E[], day: Day): E | null {
  let latest: E | null = null;
  for (const row of evidence) {
    if (
      row.kind === 'assessment' &&
      row.effective_date <= day &&
      countsTowardsLevel(row) &&
      (!latest || isLater(row, latest))
    ) {
      latest = row;
    }
  }
  return latest;
}

/** Level of the evidence, capped by the assessment; −1 for an assessment that a later one replaced. */
export function levelUnderAssessment(evidence: Evidence, assessment: Evidence | null): number {
  if (evidence.kind === 'assessment') return evidence === assessment ? evidence.level : -1;
  if (!assessment || evidence.effective_date > assessment.effective_date) return evidence.level;
  return Math.min(evidence.level, assessment.level);
}

/**
 * The ledger as spans, oldest first, clipped to employment and merged. The result does not depend on the order of the
 * rows. There is no span before the first counting evidence; later days at level 0 have one (lapsed or revoked).
 */
export function computeLevelSpans(ledger: Ledger): LevelSpan[] {
  const present = { from_date: ledger.joined, to_date: ledger.last_active_day ?? OPEN_END };
  const employments = [...(ledger.pastEmployments ?? []), present].toSorted((a, b) =>
    a.from_date < b.from_date ? -1 : 1,
  );
  return employments.flatMap(({ from_date, to_date }) => computeSpansInEmployment(ledger, from_date, to_date));
}

function computeSpansInEmployment(ledger: Ledger, begin: Day, end: Day): LevelSpan[] {
  const days = levelChangeDays(ledger, begin, end);
  const spans: LevelSpan[] = [];
  let lastSpan: LevelSpan | null = null;
  days.forEach((day, index) => {
    const state = levelStateOn(ledger, day);
    if (state.cause === null) return void (lastSpan = null);
    const next = days[index + 1];
    const to_date = next === undefined ? end : addDays(next, -1);
    if (lastSpan && isSameState(lastSpan, state)) return void (lastSpan.to_date = to_date);
    lastSpan = {
      from_date: day,
      to_date,
      level: state.level,
      held_level: state.held_level,
      cause: state.cause,
      evidence_id: state.evidence?.evidence_id ?? null,
    };
    spans.push(lastSpan);
  });
  return spans;
}

const NO_LEVEL: LevelState<never> = Object.freeze({ level: 0, held_level: 0, cause: null, evidence: null });
const REVOKED: LevelState<never> = Object.freeze({ level: 0, held_level: 0, cause: 'revoked', evidence: null });

function isBetterEvidence(evidence: Evidence, cappedLevel: number, best: Evidence | null, bestLevel: number): boolean {
  if (!best || cappedLevel !== bestLevel) return cappedLevel > bestLevel;
  const validUntil = lastValidDay(evidence);
  const bestValidUntil = lastValidDay(best);
  return validUntil === bestValidUntil ? isLater(evidence, best) : validUntil > bestValidUntil;
}

function isLater(a: Evidence, b: Evidence): boolean {
  if (a.effective_date !== b.effective_date) return a.effective_date > b.effective_date;
  return a.evidence_id > b.evidence_id;
}

/** Days of one employment on which the level can change, sorted. */
function levelChangeDays(ledger: Ledger, begin: Day, end: Day): Day[] {
  const days = new Set<Day>([begin]);
  const addChangeDay = (day: Day) => {
    if (day > begin && day <= end && day < OPEN_END) days.add(day);
  };
  const addDayAfter = (day: Day | null) => {
    if (day !== null && day < end) addChangeDay(addDays(day, 1));
  };
  for (const evidence of ledger.evidence) {
    if (!countsTowardsLevel(evidence)) continue;
    addChangeDay(evidence.effective_date);
    addDayAfter(evidence.valid_until);
  }
  for (const revocation of ledger.revocations) {
    addChangeDay(revocation.from_date);
    addDayAfter(revocation.to_date);
  }
  return begin > end ? [] : [...days].sort();
}

function isSameState(span: LevelSpan, state: LevelState): boolean {
  return (
    span.level === state.level &&
    span.held_level === state.held_level &&
    span.cause === state.cause &&
    span.evidence_id === (state.evidence?.evidence_id ?? null)
  );
}
