import { fullName } from '../../contract/person-name';
import type { QuizReportRow } from '../../contract/quiz.responses';
import type { Day } from '../../common/calendar';
import { toIso } from '../../common/rest/row';
import { idFromBytes } from '../../common/ids';
import { bytesKey } from './bytes-key';
import { summarizeGrants, type GrantedSkillRow } from './granted-skills';
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

/** Marks per point (modules/quizzes/grading.ts). */
const MARKS_PER_POINT = 1_000_000;

/** An attempt joined with one granted skill and one of its spans; null: none. */
export type JoinedRow = QuizRow & (GrantedSkillRow | Record<keyof GrantedSkillRow, null>);
export interface AttemptWithGrants<R extends QuizRow = QuizRow> {
  attempt: R;
  granted: readonly GrantedSkillRow[];
}

const NO_GRANTS: readonly GrantedSkillRow[] = [];
const isGrant = <R extends JoinedRow>(row: R): row is R & GrantedSkillRow => row.evidence_id !== null;
const isSameAttempt = (one: QuizRow, other: QuizRow): boolean => Buffer.compare(one.attempt_id, other.attempt_id) === 0;

/** @param rows rows of one attempt must be adjacent */
export function groupByAttempt<R extends JoinedRow>(rows: readonly R[]): AttemptWithGrants<R>[] {
  const grouped: AttemptWithGrants<R>[] = [];
  for (let from = 0, to = 0; from < rows.length; from = to) {
    const attempt = rows[from]!;
    while (to < rows.length && isSameAttempt(attempt, rows[to]!)) to++;
    grouped.push({ attempt, granted: attempt.evidence_id === null ? NO_GRANTS : rows.slice(from, to).filter(isGrant) });
  }
  return grouped;
}

/** @param on closing day, for the validity of the granted skills */
export function quizRow({ attempt: row, granted }: AttemptWithGrants, on: Day): QuizReportRow {
  const { skills, valid_until } = granted.length ? summarizeGrants(granted, on) : NO_SKILLS;
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
    correct: Number(row.correct_marks) / MARKS_PER_POINT,
    total: Number(row.total_marks) / MARKS_PER_POINT,
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

/** @param all newest first; for equal scores the earlier attempt is better */
export function selectAttempts<R extends QuizRow>(
  all: readonly AttemptWithGrants<R>[],
  attempts: Attempts,
): readonly AttemptWithGrants<R>[] {
  if (attempts === 'all') return all;
  const selectedByPair = new Map<string, AttemptWithGrants<R>>();
  for (const each of all) {
    const key = pairKey(each.attempt);
    const current = selectedByPair.get(key);
    const score = Number(each.attempt.score_hundredths);
    const isBetter = attempts === 'best' && current && score >= Number(current.attempt.score_hundredths);
    if (!current || isBetter) selectedByPair.set(key, each);
  }
  const selected = new Set(selectedByPair.values());
  return all.filter((each) => selected.has(each));
}
