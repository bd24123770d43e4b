/**
 * Decides the level of one staff member in one skill on a day, and the spans that keep it (reports.md §2 Level(staff,
 * skill, D), §1 Span). Nothing here knows today: an expiry is a span that ends.
 *
 * Let A be the latest assessment effective by D. Candidates: A's level while A is valid; later evidence while valid;
 * min(own level, A's level) for evidence not later than A while valid. A caps even after it expired, or a downgrade
 * would silently rise back. The highest candidate wins; on a tie the one valid longest, then the latest, then the id.
 */
import { addDays, OPEN_END, type Day } from '../platform/calendar';
import { counts, coversDay, isEmployed, lastValidDay, type Evidence, type Ledger } from './evidence';

/** `capped`: the winner counts as less than its own level. `lapsed`: level 0, and something held would have counted. */
export type Cause = 'training' | 'certificate' | 'assessment' | 'prior' | 'import' | 'capped' | 'lapsed' | 'revoked';

/** Days on which level, held level, cause and evidence are the same; both ends inclusive, OPEN_END for ever. */
export interface Span {
  from_date: Day;
  to_date: Day;
  level: number;
  /** The level if nothing had lapsed: above `level` means that expiry costs something (EXPIRED, bridge). */
  held_level: number;
  cause: Cause;
  /** The winner; on `lapsed` what would have won; null on `revoked`. */
  evidence_id: string | null;
}

export interface Reading<E extends Evidence = Evidence> {
  level: number;
  held_level: number;
  /** null: not employed then, or nothing ever counted. That is no level, which is not level 0. */
  cause: Cause | null;
  evidence: E | null;
}

/** 0–4; 0 outside employment. */
export function levelOn(ledger: Ledger, day: Day): number {
  return readingOn(ledger, day).level;
}

export function readingOn<E extends Evidence>(ledger: Ledger<E>, day: Day): Reading<E> {
  if (!isEmployed(ledger, day)) return nothing;
  for (const revocation of ledger.revocations) if (coversDay(revocation, day)) return revoked;
  const assessment = assessmentOn(ledger.evidence, day);
  let winner: E | null = null;
  let held: E | null = null;
  let level = -1;
  let heldLevel = -1;
  for (const evidence of ledger.evidence) {
    if (!counts(evidence) || evidence.effective_date > day) continue;
    const worth = worthUnder(evidence, assessment);
    if (worth < 0) continue;
    if (beats(evidence, worth, held, heldLevel)) {
      held = evidence;
      heldLevel = worth;
    }
    if (lastValidDay(evidence) >= day && beats(evidence, worth, winner, level)) {
      winner = evidence;
      level = worth;
    }
  }
  if (!held) return nothing;
  if (!winner) return { level: 0, held_level: heldLevel, cause: 'lapsed', evidence: held };
  const cause = level < winner.level ? 'capped' : (winner.kind as Cause);
  return { level, held_level: heldLevel, cause, evidence: winner };
}

/** The latest assessment that counts and took effect by `day`, valid or not: only this one speaks. */
export function assessmentOn<E extends Evidence>(evidence: readonly E[], day: Day): E | null {
  let latest: E | null = null;
  for (const row of evidence) {
    if (row.kind === 'assessment' && row.effective_date <= day && counts(row) && (!latest || isLater(row, latest))) {
      latest = row;
    }
  }
  return latest;
}

/** What the evidence can give at most under this assessment; −1 for an assessment that a later one replaced. */
export function worthUnder(evidence: Evidence, assessment: Evidence | null): number {
  if (evidence.kind === 'assessment') return evidence === assessment ? evidence.level : -1;
  if (!assessment || evidence.effective_date > assessment.effective_date) return evidence.level;
  return Math.min(evidence.level, assessment.level);
}

/**
 * The ledger as spans, oldest first, clipped to employment and merged. Rebuilding gives the same bytes whatever the
 * order of the rows. No span before anything counted; after that, days at 0 have one (lapsed or revoked).
 */
export function spansOf(ledger: Ledger): Span[] {
  const present = { from_date: ledger.joined, to_date: ledger.last_active_day ?? OPEN_END };
  const employments = [...(ledger.earlier ?? []), present].toSorted((a, b) => (a.from_date < b.from_date ? -1 : 1));
  return employments.flatMap(({ from_date, to_date }) => spansWithin(ledger, from_date, to_date));
}

function spansWithin(ledger: Ledger, begin: Day, end: Day): Span[] {
  const days = turningDays(ledger, begin, end);
  const spans: Span[] = [];
  let last: Span | null = null;
  days.forEach((day, index) => {
    const reading = readingOn(ledger, day);
    if (reading.cause === null) return void (last = null);
    const next = days[index + 1];
    const to_date = next === undefined ? end : addDays(next, -1);
    if (last && continues(last, reading)) return void (last.to_date = to_date);
    last = {
      from_date: day,
      to_date,
      level: reading.level,
      held_level: reading.held_level,
      cause: reading.cause,
      evidence_id: reading.evidence?.evidence_id ?? null,
    };
    spans.push(last);
  });
  return spans;
}

const nothing: Reading<never> = Object.freeze({ level: 0, held_level: 0, cause: null, evidence: null });
const revoked: Reading<never> = Object.freeze({ level: 0, held_level: 0, cause: 'revoked', evidence: null });

function beats(evidence: Evidence, worth: number, best: Evidence | null, bestWorth: number): boolean {
  if (!best || worth !== bestWorth) return worth > bestWorth;
  const until = lastValidDay(evidence);
  const bestUntil = lastValidDay(best);
  return until === bestUntil ? isLater(evidence, best) : until > bestUntil;
}

function isLater(a: Evidence, b: Evidence): boolean {
  if (a.effective_date !== b.effective_date) return a.effective_date > b.effective_date;
  return a.evidence_id > b.evidence_id;
}

/** The days on which the reading can change, within one employment, in order. */
function turningDays(ledger: Ledger, begin: Day, end: Day): Day[] {
  const days = new Set<Day>([begin]);
  const turn = (day: Day) => {
    if (day > begin && day <= end && day < OPEN_END) days.add(day);
  };
  const dayAfter = (day: Day | null) => {
    if (day !== null && day < end) turn(addDays(day, 1));
  };
  for (const evidence of ledger.evidence) {
    if (!counts(evidence)) continue;
    turn(evidence.effective_date);
    dayAfter(evidence.valid_until);
  }
  for (const revocation of ledger.revocations) {
    turn(revocation.from_date);
    dayAfter(revocation.to_date);
  }
  return begin > end ? [] : [...days].sort();
}

function continues(span: Span, reading: Reading): boolean {
  return (
    span.level === reading.level &&
    span.held_level === reading.held_level &&
    span.cause === reading.cause &&
    span.evidence_id === (reading.evidence?.evidence_id ?? null)
  );
}
