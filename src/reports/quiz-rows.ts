import type { QuizReportRow } from '../contract/quiz-answers';
import type { Day } from '../platform/calendar';
import { iso } from '../platform/definitions/row';
import { percent } from '../platform/half-up';
import { idFromBytes } from '../platform/ids';
import { grantedByAttempt, type Granted, type GrantedRow } from './granted-skills';
import type { Attempts } from './quiz-report.query';

export interface QuizRow {
  attempt_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  assignment_id: Uint8Array;
  staff_code: string;
  first_name: string;
  last_name: string;
  title: string;
  category: string | null;
  attempt_no: number;
  started_at: number;
  submitted_at: number;
  correct_marks: number;
  total_marks: number;
  score_hundredths: number;
  pass_mark: number;
  result: string;
  watched_ms: number | null;
  duration_ms: number | null;
}

/** A million marks are a point (quizzes/grading.ts). */
const MARKS = 1_000_000;

/** The report's rows, with what was granted by the closing day. */
export function quizRows(rows: readonly QuizRow[], granted: readonly GrantedRow[], on: Day): QuizReportRow[] {
  const byAttempt = grantedByAttempt(granted, on);
  return rows.map((row) => rowAnswer(row, byAttempt.get(idFromBytes(row.attempt_id))));
}

function rowAnswer(row: QuizRow, granted: Granted | undefined): QuizReportRow {
  const seconds = Math.round((Number(row.submitted_at) - Number(row.started_at)) / 1000);
  const attempt_id = idFromBytes(row.attempt_id);
  return {
    id: attempt_id,
    attempt_id,
    staff_id: idFromBytes(row.staff_id),
    training_id: idFromBytes(row.training_id),
    staff_code: row.staff_code,
    staff_name: `${row.first_name} ${row.last_name}`,
    training_title: row.title,
    category: row.category,
    attempt_no: Number(row.attempt_no),
    started_at: iso(Number(row.started_at)),
    submitted_at: iso(Number(row.submitted_at)),
    duration_seconds: seconds,
    correct: Number(row.correct_marks) / MARKS,
    total: Number(row.total_marks) / MARKS,
    score: Number(row.score_hundredths) / 100,
    pass_mark: Number(row.pass_mark),
    result: row.result,
    video_percent: row.duration_ms === null ? null : percent(Number(row.watched_ms), Number(row.duration_ms)),
    skills_granted: granted?.skills ?? null,
    valid_until: granted?.valid_until ?? null,
  };
}

const pairKey = (row: QuizRow): string => idFromBytes(row.staff_id) + idFromBytes(row.training_id);

/** Rows come newest first; of two equal scores the earlier attempt is the better one. */
export function chosenOf(rows: readonly QuizRow[], attempts: Attempts): readonly QuizRow[] {
  if (attempts === 'all') return rows;
  const kept = new Map<string, QuizRow>();
  for (const row of rows) {
    const key = pairKey(row);
    const other = kept.get(key);
    const isBetter = attempts === 'best' && other && Number(row.score_hundredths) >= Number(other.score_hundredths);
    if (!other || isBetter) kept.set(key, row);
  }
  return rows.filter((row) => kept.get(pairKey(row)) === row);
}
