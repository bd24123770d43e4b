import i18next from 'i18next';
import type { AttemptRow } from '@contract/attempts.resource';
import type { QuizRow } from '@contract/quizzes.resource';
import { TAKEN_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import type { BookingState } from '@contract/training-sessions.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import type { VideoProgressRow } from '@contract/video-progress.resource';
import { daysBetween } from '@/components/dates';
import { formatClock, inOrder } from '@/components/format';

/** A place of one's own, and when that is. */
export interface OwnSession {
  starts_at: string;
  own_state: BookingState;
}

/** One training as its learner sees it: the newest cycle of the assignment and what belongs to it. Pure. */
export interface Learning {
  assignment: TrainingAssignmentRow;
  /** null: no longer to be seen, although it was assigned. */
  training: TrainingRow | null;
  category: string | null;
  quiz: QuizRow | null;
  /** Newest first. */
  attempts: readonly AttemptRow[];
  progress: VideoProgressRow | null;
  /** Of a classroom training the own place that counts next: in a session to come, else the last one. */
  session: OwnSession | null;
  /** The cycles before, newest first: completed, or taken away. */
  earlier: readonly TrainingAssignmentRow[];
}

/** Due within this many days counts as soon. */
export const SOON_DAYS = 14;

/** It was completed, whatever has run out since. */
export const isTaken = ({ state }: Pick<TrainingAssignmentRow, 'state'>): boolean =>
  (TAKEN_ASSIGNMENT_STATES as readonly (string | null | undefined)[]).includes(state);
export const isDone = ({ assignment }: Learning): boolean => isTaken(assignment);
export const isBegun = ({ assignment }: Learning): boolean => assignment.state === 'in_progress';
/** What a learner can still do something about. */
export const isOpen = ({ assignment }: Learning): boolean =>
  assignment.state === 'assigned' || assignment.state === 'in_progress';

export type Section = 'continue' | 'due_soon' | 'all' | 'completed';
export const SECTIONS: readonly Section[] = ['continue', 'due_soon', 'all', 'completed'];

/** `today`: a calendar day. A training may stand in several sections; `continue` begins with what was touched last. */
export function sectionOf(all: readonly Learning[], section: Section, today: string): Learning[] {
  const open = all.filter(isOpen);
  if (section === 'continue') return open.filter(isBegun).sort((a, b) => touched(b).localeCompare(touched(a)));
  if (section === 'due_soon')
    return open
      .filter(({ assignment: { due_on } }) => due_on !== null && daysBetween(today, due_on) <= SOON_DAYS)
      .sort(byDue);
  if (section === 'completed')
    return all
      .filter(isDone)
      .sort((a, b) => (b.assignment.completed_at ?? '').localeCompare(a.assignment.completed_at ?? ''));
  return [...open.sort(byDue), ...all.filter((each) => !isOpen(each))];
}

const touched = ({ progress, attempts, assignment }: Learning): string =>
  [progress?.beat_at, attempts[0]?.started_at, assignment.started_at]
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1) ?? '';

/** Overdue and early days first, what has no day last. */
const byDue = (a: Learning, b: Learning): number =>
  (a.assignment.due_on ?? '9999').localeCompare(b.assignment.due_on ?? '9999') ||
  inOrder(i18next.language)(title(a), title(b));

const title = ({ training }: Learning): string => training?.title ?? '';

/** The newest cycle that was not taken away, for each training. */
export function latestCycles(rows: readonly TrainingAssignmentRow[]): TrainingAssignmentRow[] {
  const newest = new Map<string, TrainingAssignmentRow>();
  for (const row of rows) {
    if (row.state === 'removed' || row.state === 'waived') continue;
    const known = newest.get(row.training_id);
    if (!known || known.cycle < row.cycle) newest.set(row.training_id, row);
  }
  return [...newest.values()];
}

/** The cycles of the same training that came to their end before, newest first. */
export function earlierCycles(
  rows: readonly TrainingAssignmentRow[],
  newest: Pick<TrainingAssignmentRow, 'training_id' | 'cycle'>,
): TrainingAssignmentRow[] {
  return rows
    .filter((row) => row.training_id === newest.training_id && row.cycle < newest.cycle && row.completed_at !== null)
    .sort((a, b) => b.cycle - a.cycle);
}

/** Until when what was completed last lasts, and from when it may be renewed; null: for ever, or not completed yet. */
export interface Lasting {
  valid_until: string;
  /** null: it is open to be renewed already, or nothing more is to come of it. */
  renew_from: string | null;
  isOver: boolean;
}

export function lastingOf({ assignment, earlier }: Learning, today: string): Lasting | null {
  const taken = isTaken(assignment) ? assignment : earlier[0];
  if (!taken?.valid_until) return null;
  const { valid_until, renew_from } = taken;
  const comes = taken === assignment && renew_from && renew_from > today ? renew_from : null;
  return { valid_until, renew_from: comes, isOver: valid_until < today };
}

export interface QuizState {
  /** Counted against those allowed; a running one is among them. */
  taken: number;
  /** With the extra ones of this assignment; null: as often as they like. */
  allowed: number | null;
  /** null: as often as they like. */
  left: number | null;
  best: number | null;
  passed: boolean;
  /** Begun, and the time is not over. */
  running: AttemptRow | null;
  /** Begun, the time is over, and the server has not closed it yet. */
  overdue: AttemptRow | null;
  /** ISO: the next attempt may not begin before; null: it may. */
  pauseUntil: string | null;
}

export function quizStateOf(
  quiz: QuizRow,
  { assignment, attempts }: Pick<Learning, 'assignment' | 'attempts'>,
  now: number,
): QuizState {
  const allowed = quiz.attempts_allowed === null ? null : quiz.attempts_allowed + (assignment.extra_attempts ?? 0);
  const counted = attempts.filter(({ status }) => status !== 'voided');
  const open = counted.find(({ status }) => status === 'in_progress') ?? null;
  const isLate = open !== null && open.deadline !== null && Date.parse(open.deadline) < now;
  const scores = counted.flatMap(({ score }) => (score === null ? [] : score));
  const lastEnd = counted
    .flatMap(({ submitted_at, status, deadline }) => submitted_at ?? (status === 'abandoned' ? (deadline ?? []) : []))
    .sort()
    .at(-1);
  const again = lastEnd ? Date.parse(lastEnd) + (quiz.pause_minutes ?? 0) * 60_000 : 0;
  return {
    taken: counted.length,
    allowed,
    left: allowed === null ? null : Math.max(0, allowed - counted.length),
    best: scores.length > 0 ? Math.max(...scores) : null,
    passed: counted.some(({ result }) => result === 'passed'),
    running: open && !isLate ? open : null,
    overdue: isLate ? open : null,
    pauseUntil: again > now ? new Date(again).toISOString() : null,
  };
}

export type Step = 'watch' | 'quiz' | 'open' | 'result' | 'nothing';

/** The one thing to do next. */
export function nextStep(learning: Learning, now: number): Step {
  const { assignment, training, quiz, attempts, progress } = learning;
  if (!training) return 'nothing';
  if (isTaken(assignment)) return quiz && attempts.length > 0 ? 'result' : 'open';
  if (hasVideo(training) && !progress?.completed_at) return 'watch';
  if (!quiz) return 'open';
  const state = quizStateOf(quiz, learning, now);
  if (state.running || state.overdue) return 'quiz';
  if (state.passed) return 'result';
  if (!hasVideo(training) && attempts.length === 0) return 'open';
  return state.left === 0 ? 'result' : 'quiz';
}

/** The step in words: what is begun is gone on with. */
export type StepWord = Step | 'watch_on' | 'quiz_on';

export function stepWord(learning: Learning, now: number): StepWord {
  const step = nextStep(learning, now);
  // Opened is not yet begun: a video has to have been watched a little.
  if (step === 'watch') return Number(learning.progress?.share ?? 0) > 0 ? 'watch_on' : 'watch';
  if (step === 'quiz' && learning.quiz && quizStateOf(learning.quiz, learning, now).running) return 'quiz_on';
  return step;
}

export const hasVideo = (training: TrainingRow): boolean => training.type === 'video';

/** A document or an address: nothing plays, somebody reads. */
export const isRead = ({ type }: TrainingRow): boolean => type === 'document' || type === 'link';

/** `252000` → `4:12`. */
export const positionWords = (ms: number): string => formatClock(ms / 1000);
