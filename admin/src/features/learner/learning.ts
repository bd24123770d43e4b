import i18next from 'i18next';
import type { AttemptRow } from '@contract/attempts.resource';
import type { QuizRow } from '@contract/quizzes.resource';
import { COMPLETED_ASSIGNMENT_STATES, type TrainingAssignmentRow } from '@contract/training-assignments.resource';
import type { BookingState } from '@contract/training-sessions.resource';
import type { TrainingRow } from '@contract/trainings.resource';
import type { VideoProgressRow } from '@contract/video-progress.resource';
import { daysBetween } from '@/components/dates';
import { formatClock, nameComparator } from '@/components/format';

/** The learner's own booking of a session. */
export interface OwnSession {
  starts_at: string;
  own_state: BookingState;
}

/** The newest cycle of an assignment with everything a learner's page shows about it. */
export interface Learning {
  assignment: TrainingAssignmentRow;
  /** null if the learner can no longer see the training. */
  training: TrainingRow | null;
  category: string | null;
  quiz: QuizRow | null;
  /** Newest first. */
  attempts: readonly AttemptRow[];
  progress: VideoProgressRow | null;
  /** Classroom trainings: the next booked session, else the last one. */
  session: OwnSession | null;
  /** Completed earlier cycles, newest first. */
  previousAssignments: readonly TrainingAssignmentRow[];
}

/** Assignments due within this many days count as due soon. */
export const DUE_SOON_DAYS = 14;

/** True also if the completion has expired since. */
export const isCompletedAssignment = ({ state }: Pick<TrainingAssignmentRow, 'state'>): boolean =>
  (COMPLETED_ASSIGNMENT_STATES as readonly (string | null | undefined)[]).includes(state);
export const isCompleted = ({ assignment }: Learning): boolean => isCompletedAssignment(assignment);
export const isInProgress = ({ assignment }: Learning): boolean => assignment.state === 'in_progress';
/** The learner can still work on it. */
export const isOpen = ({ assignment }: Learning): boolean =>
  assignment.state === 'assigned' || assignment.state === 'in_progress';

export type Section = 'continue' | 'due_soon' | 'all' | 'completed';
export const SECTIONS: readonly Section[] = ['continue', 'due_soon', 'all', 'completed'];

/** `today`: calendar day. A training can be in several sections. `continue` is sorted by latest activity. */
export function filterBySection(all: readonly Learning[], section: Section, today: string): Learning[] {
  const openTrainings = all.filter(isOpen);
  if (section === 'continue')
    return openTrainings.filter(isInProgress).sort((a, b) => lastActivityAt(b).localeCompare(lastActivityAt(a)));
  if (section === 'due_soon')
    return openTrainings
      .filter(({ assignment: { due_on } }) => due_on !== null && daysBetween(today, due_on) <= DUE_SOON_DAYS)
      .sort(compareDueDates);
  if (section === 'completed')
    return all
      .filter(isCompleted)
      .sort((a, b) => (b.assignment.completed_at ?? '').localeCompare(a.assignment.completed_at ?? ''));
  return [...openTrainings.sort(compareDueDates), ...all.filter((each) => !isOpen(each))];
}

const lastActivityAt = ({ progress, attempts, assignment }: Learning): string =>
  [progress?.beat_at, attempts[0]?.started_at, assignment.started_at]
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1) ?? '';

/** Sorts by due date; assignments without a due date come last. */
const compareDueDates = (a: Learning, b: Learning): number =>
  (a.assignment.due_on ?? '9999').localeCompare(b.assignment.due_on ?? '9999') ||
  nameComparator(i18next.language)(titleOf(a), titleOf(b));

const titleOf = ({ training }: Learning): string => training?.title ?? '';

/** The newest cycle of each training that was not removed or waived. */
export function findLatestCycles(rows: readonly TrainingAssignmentRow[]): TrainingAssignmentRow[] {
  const newest = new Map<string, TrainingAssignmentRow>();
  for (const row of rows) {
    if (row.state === 'removed' || row.state === 'waived') continue;
    const previous = newest.get(row.training_id);
    if (!previous || previous.cycle < row.cycle) newest.set(row.training_id, row);
  }
  return [...newest.values()];
}

/** The completed cycles of the same training before `newest`, newest first. */
export function findEarlierCycles(
  rows: readonly TrainingAssignmentRow[],
  newest: Pick<TrainingAssignmentRow, 'training_id' | 'cycle'>,
): TrainingAssignmentRow[] {
  return rows
    .filter((row) => row.training_id === newest.training_id && row.cycle < newest.cycle && row.completed_at !== null)
    .sort((a, b) => b.cycle - a.cycle);
}

/** How long the latest completion is valid; null if it never expires or nothing is completed. See docs/domain.md. */
export interface Validity {
  valid_until: string;
  /** null if it can be renewed already or will not be renewed. */
  renew_from: string | null;
  isExpired: boolean;
}

export function validityOf({ assignment, previousAssignments }: Learning, today: string): Validity | null {
  const completed = isCompletedAssignment(assignment) ? assignment : previousAssignments[0];
  if (!completed?.valid_until) return null;
  const { valid_until, renew_from } = completed;
  const renewFrom = completed === assignment && renew_from && renew_from > today ? renew_from : null;
  return { valid_until, renew_from: renewFrom, isExpired: valid_until < today };
}

export interface QuizState {
  /** Number of counted attempts, including a running one. */
  attemptsUsed: number;
  /** Includes extra attempts of the assignment; null is unlimited. */
  attemptsAllowed: number | null;
  /** null is unlimited. */
  attemptsLeft: number | null;
  bestScore: number | null;
  passed: boolean;
  /** In progress and before its deadline. */
  runningAttempt: AttemptRow | null;
  /** In progress and past its deadline; the server has not closed it yet. */
  overdueAttempt: AttemptRow | null;
  /** ISO time before which the next attempt cannot start; null if it can start now. */
  pauseUntil: string | null;
}

export function quizStateOf(
  quiz: QuizRow,
  { assignment, attempts }: Pick<Learning, 'assignment' | 'attempts'>,
  now: number,
): QuizState {
  const attemptsAllowed =
    quiz.attempts_allowed === null ? null : quiz.attempts_allowed + (assignment.extra_attempts ?? 0);
  const countedAttempts = attempts.filter(({ status }) => status !== 'voided');
  const openAttempt = countedAttempts.find(({ status }) => status === 'in_progress') ?? null;
  const isLate = openAttempt !== null && openAttempt.deadline !== null && Date.parse(openAttempt.deadline) < now;
  const scores = countedAttempts.flatMap(({ score }) => (score === null ? [] : score));
  const lastEndedAt = countedAttempts
    .flatMap(({ submitted_at, status, deadline }) => submitted_at ?? (status === 'abandoned' ? (deadline ?? []) : []))
    .sort()
    .at(-1);
  const nextAttemptAt = lastEndedAt ? Date.parse(lastEndedAt) + (quiz.pause_minutes ?? 0) * 60_000 : 0;
  return {
    attemptsUsed: countedAttempts.length,
    attemptsAllowed,
    attemptsLeft: attemptsAllowed === null ? null : Math.max(0, attemptsAllowed - countedAttempts.length),
    bestScore: scores.length > 0 ? Math.max(...scores) : null,
    passed: countedAttempts.some(({ result }) => result === 'passed'),
    runningAttempt: openAttempt && !isLate ? openAttempt : null,
    overdueAttempt: isLate ? openAttempt : null,
    pauseUntil: nextAttemptAt > now ? new Date(nextAttemptAt).toISOString() : null,
  };
}

export type LearningStep = 'watch' | 'quiz' | 'open' | 'result' | 'nothing';

/** The next thing to do in this training. */
export function nextStep(learning: Learning, now: number): LearningStep {
  const { assignment, training, quiz, attempts, progress } = learning;
  if (!training) return 'nothing';
  if (isCompletedAssignment(assignment)) return quiz && attempts.length > 0 ? 'result' : 'open';
  if (hasVideo(training) && !progress?.completed_at) return 'watch';
  if (!quiz) return 'open';
  const state = quizStateOf(quiz, learning, now);
  if (state.runningAttempt || state.overdueAttempt) return 'quiz';
  if (state.passed) return 'result';
  if (!hasVideo(training) && attempts.length === 0) return 'open';
  return state.attemptsLeft === 0 ? 'result' : 'quiz';
}

/** The key of the step's label; a started step has its own label. */
export type StepLabel = LearningStep | 'watch_on' | 'quiz_on';

export function stepLabel(learning: Learning, now: number): StepLabel {
  const step = nextStep(learning, now);
  // An opened video counts as started only once a part of it was watched.
  if (step === 'watch') return Number(learning.progress?.share ?? 0) > 0 ? 'watch_on' : 'watch';
  if (step === 'quiz' && learning.quiz && quizStateOf(learning.quiz, learning, now).runningAttempt) return 'quiz_on';
  return step;
}

export const hasVideo = (training: TrainingRow): boolean => training.type === 'video';

/** Documents and links are read, not played. */
export const isReadingMaterial = ({ type }: TrainingRow): boolean => type === 'document' || type === 'link';

/** `252000` → `4:12`. */
export const positionText = (ms: number): string => formatClock(ms / 1000);
