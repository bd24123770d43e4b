import { fullName } from '../contract/person-name';
import type { QuizReportRow } from '../contract/quiz-answers';
import type { Day } from '../platform/calendar';
import { toIso } from '../platform/definitions/row';
import { idFromBytes } from '../platform/ids';
import { bytesKey } from './bytes-key';
import { grantedBy, type GrantedRow } from './granted-skills';
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
  /** Share of the video, 9000 for 90.00 %. */
  share_hundredths: number | null;
}

/** A million marks are a point (quizzes/grading.ts). */
const MARKS = 1_000_000;

/** An attempt beside one of the skills that it granted and one of that one's spans; nulls where there is none. */
export type JoinedRow = QuizRow & (GrantedRow | Record<keyof GrantedRow, null>);
/** An attempt with all that it granted. */
export interface Told<R extends QuizRow = QuizRow> {
  attempt: R;
  granted: readonly GrantedRow[];
}

const NOTHING: readonly GrantedRow[] = [];
const isGrant = <R extends JoinedRow>(row: R): row is R & GrantedRow => row.evidence_id !== null;
const isSameAttempt = (one: QuizRow, other: QuizRow): boolean => Buffer.compare(one.attempt_id, other.attempt_id) === 0;

/** @param rows those of one attempt stand together */
export function attemptsOf<R extends JoinedRow>(rows: readonly R[]): Told<R>[] {
  const found: Told<R>[] = [];
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const attempt = rows[from]!;
    while (to < rows.length && isSameAttempt(attempt, rows[to]!)) to++;
    found.push({ attempt, granted: attempt.evidence_id === null ? NOTHING : rows.slice(from, to).filter(isGrant) });
  }
  return found;
}

/** The report's row, with what was granted by the closing day. */
export function quizRow({ attempt: row, granted }: Told, on: Day): QuizReportRow {
  const { skills, valid_until } = granted.length ? grantedBy(granted, on) : NO_SKILLS;
  const [started_at, submitted_at] = [Number(row.started_at), Number(row.submitted_at)];
  const attempt_id = idFromBytes(row.attempt_id);
  return {
    id: attempt_id,
    attempt_id,
    staff_id: idFromBytes(row.staff_id),
    training_id: idFromBytes(row.training_id),
    staff_code: row.staff_code,
    staff_name: fullName(row.first_name, row.last_name),
    training_title: row.title,
    category: row.category,
    attempt_no: Number(row.attempt_no),
    started_at: toIso(started_at),
    submitted_at: toIso(submitted_at),
    duration_seconds: Math.round((submitted_at - started_at) / 1000),
    correct: Number(row.correct_marks) / MARKS,
    total: Number(row.total_marks) / MARKS,
    score: Number(row.score_hundredths) / 100,
    pass_mark: Number(row.pass_mark),
    result: row.result,
    video_percent: row.share_hundredths === null ? null : Number(row.share_hundredths) / 100,
    skills_granted: skills,
    valid_until,
  };
}
const NO_SKILLS = { skills: null, valid_until: null };

const pairKey = (row: QuizRow): string => bytesKey(row.staff_id) + bytesKey(row.training_id);

/** They come newest first; of two equal scores the earlier attempt is the better one. */
export function chosenOf<R extends QuizRow>(all: readonly Told<R>[], attempts: Attempts): readonly Told<R>[] {
  if (attempts === 'all') return all;
  const kept = new Map<string, Told<R>>();
  for (const one of all) {
    const key = pairKey(one.attempt);
    const other = kept.get(key);
    const score = Number(one.attempt.score_hundredths);
    const isBetter = attempts === 'best' && other && score >= Number(other.attempt.score_hundredths);
    if (!other || isBetter) kept.set(key, one);
  }
  const chosen = new Set(kept.values());
  return all.filter((one) => chosen.has(one));
}
