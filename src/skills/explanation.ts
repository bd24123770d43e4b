/**
 * Decides why a cell shows its level: "the winning evidence … valid until when, why it is not higher" (reports.md §4
 * Explain any cell). Facts only; the surface makes the sentence in the reader's language.
 */
import type { Day } from '../platform/calendar';
import { counts, coversDay, isEmployed, lastValidDay, type Evidence, type Ledger, type Revocation } from './evidence';
import { assessmentOn, readingOn, spansOf, worthUnder, type Cause, type Span } from './skill-level';
import { levelUntil, runEnd, spanIndexOn } from './span-reading';

interface Fall {
  /** The first day of the lower level. */
  on: Day;
  level: number;
  cause: Cause;
  evidence_id: string | null;
}

export interface Explanation<E extends Evidence = Evidence, R extends Revocation = Revocation> {
  on: Day;
  level: number;
  /** The level if nothing had lapsed. */
  held_level: number;
  /** null: not employed then, or nothing ever counted. */
  cause: Cause | null;
  /** The winner; on `lapsed` what would have won. */
  evidence: E | null;
  /** The last day of the unbroken run on which the level is at least this; null for ever, or at level 0. */
  valid_until: Day | null;
  /** What the level rests on at the end of that run, where it is not `evidence`. */
  carried_by: E | null;
  /** The one that ends last, of those that withdraw the skill on this day. */
  revocation: R | null;
  /** The assessment that holds `capped` down; null when it holds nothing down. */
  capped_by: E | null;
  /** Valid evidence whose own level is above the level shown, highest first. */
  capped: E[];
  /** Evidence that would give more had it not lapsed, what it would give highest first. */
  lapsed: E[];
  /** Waits for sign-off and would give more. */
  pending: E[];
  /** The next lower level, if any is known. */
  falls: Fall | null;
}

/** Everything the explanation drawer needs about one pair on one day; the caller's own rows come back in it. */
export function explain<E extends Evidence, R extends Revocation>(ledger: Ledger<E, R>, on: Day): Explanation<E, R> {
  const { level, held_level, cause, evidence } = readingOn(ledger, on);
  const employed = isEmployed(ledger, on);
  const revocation = employed ? lastingRevocation(ledger.revocations, on) : null;
  const speaking = employed && !revocation ? ledger.evidence.filter((row) => row.effective_date <= on) : [];
  const counting = speaking.filter(counts);
  const assessment = assessmentOn(counting, on);
  const isValid = (row: E) => lastValidDay(row) >= on;
  const own = (row: E) => row.level;
  const worth = (row: E) => worthUnder(row, assessment);
  const capped = counting.filter((row) => isValid(row) && row.level > level && worth(row) >= 0);
  const spans = spansOf(ledger);
  const pending = speaking.filter((row) => row.state === 'pending' && row.kind !== 'self' && isValid(row));
  return {
    on,
    level,
    held_level,
    cause,
    evidence,
    valid_until: levelUntil(spans, on),
    carried_by: carrier(ledger.evidence, spans, on),
    revocation,
    capped_by: capped.length > 0 ? assessment : null,
    capped: byWorth(capped, own),
    lapsed: byWorth(
      counting.filter((row) => !isValid(row) && worth(row) > level),
      worth,
    ),
    pending: byWorth(
      pending.filter((row) => row.level > level),
      own,
    ),
    falls: nextFall(spans, on, level),
  };
}

function carrier<E extends Evidence>(rows: readonly E[], spans: readonly Span[], on: Day): E | null {
  const index = spanIndexOn(spans, on);
  const now = spans[index];
  if (!now || now.level === 0) return null;
  const { evidence_id } = spans[runEnd(spans, index, now.level)]!;
  return evidence_id === now.evidence_id ? null : (rows.find((row) => row.evidence_id === evidence_id) ?? null);
}

function nextFall(spans: readonly Span[], on: Day, level: number): Fall | null {
  if (level === 0) return null;
  const next = spans.find((span) => span.from_date > on && span.level < level);
  return next ? { on: next.from_date, level: next.level, cause: next.cause, evidence_id: next.evidence_id } : null;
}

function lastingRevocation<R extends Revocation>(revocations: readonly R[], on: Day): R | null {
  const active = revocations.filter((revocation) => coversDay(revocation, on));
  const byEnd = (a: R, b: R) => (a.to_date === null ? -1 : b.to_date === null ? 1 : a.to_date > b.to_date ? -1 : 1);
  return active.sort(byEnd)[0] ?? null;
}

/** What gives most first, then the latest. */
function byWorth<E extends Evidence>(rows: E[], worth: (row: E) => number): E[] {
  const key = (row: E) => `${worth(row)} ${row.effective_date} ${row.evidence_id}`;
  return rows.sort((a, b) => (key(a) < key(b) ? 1 : -1));
}
