/**
 * Generates learning histories as plain data: campaigns, first weeks of newcomers, passes and fails, renewals in time,
 * late or missed. Grading and granting is done by the services.
 */
import { addDays, addMonths, type Day } from '../common/calendar';
import type { PastOutcome } from '../modules/trainings/assignment-history.service';
import type { SeededRandom } from './seeded-random';
import type { DemoCalendar } from './demo-calendar';

/** One entry per employment; a rehired person has several, earliest first. */
interface Learner {
  code: string;
  role: string;
  joined: Day;
  last_active_day: Day | null;
}
export interface Course {
  code: string;
  /** 0: no quiz. */
  questions: number;
  pass_mark: number;
  /** null: unlimited. */
  attempts_allowed: number | null;
  /** Minimum whole days between two attempts. */
  pause_days: number;
  video_ms: number | null;
  due_days: number;
  /** Days ago; null: the whole history. */
  launched: number | null;
  /** Validity in months; null: no expiry. */
  months: number | null;
}
interface StoryAttempt {
  started_at: number;
  submitted_at: number;
  /** Per question, in quiz order. */
  right: boolean[];
}
export interface StoryEpisode {
  staff: string;
  training: string;
  assigned_on: Day;
  due_on: Day;
  started_at?: number;
  watched?: { opened_at: number; beat_at: number; share: number };
  attempts: StoryAttempt[];
  /** Final state if it was not completed. */
  ended?: PastOutcome['state'];
}
export interface StoryPlan {
  days: DemoCalendar;
  chance: SeededRandom;
  learners: readonly Learner[];
  courses: readonly Course[];
  /** Course codes by role. */
  assigned: Readonly<Record<string, readonly string[]>>;
  /** Days of history. */
  length: number;
  /** Pairs `<staff> <training>` that have scripted episodes. */
  scripted: ReadonlySet<string>;
}

const MINUTE_MS = 60_000;
const ATTEMPTS_MAX = 4;
const RENEWED_BEFORE_DAYS = 35;

/** All episodes; those of one pair in chronological order. */
export function generateLearningStory(plan: StoryPlan): StoryEpisode[] {
  const episodeList: StoryEpisode[] = [];
  for (const learner of plan.learners) {
    const ability = 0.76 + plan.chance.next() * 0.23;
    for (const [index, code] of (plan.assigned[learner.role] ?? []).entries()) {
      const course = plan.courses.find((each) => each.code === code);
      if (course && !plan.scripted.has(`${learner.code} ${code}`))
        episodeList.push(...generateEpisodes(plan, learner, course, index, ability));
    }
  }
  return episodeList;
}

function* generateEpisodes(
  plan: StoryPlan,
  learner: Learner,
  course: Course,
  index: number,
  ability: number,
): Generator<StoryEpisode> {
  const { days, chance } = plan;
  const begin = days.ago(course.launched ?? plan.length);
  const wasEmployed = learner.joined < begin;
  let assigned_on = days.workday(
    wasEmployed ? addDays(begin, chance.integer(0, 9)) : addDays(learner.joined, 2 + index * 3),
  );
  if (assigned_on < learner.joined) assigned_on = learner.joined;
  let due_on = addDays(assigned_on, course.due_days);
  for (let isFirst = true; days.isPast(assigned_on) && isEmployed(learner, assigned_on); isFirst = false) {
    const episode: StoryEpisode = {
      staff: learner.code,
      training: course.code,
      assigned_on,
      due_on,
      attempts: [],
    };
    const roll = chance.integer(1, 100);
    const forgotten = roll <= (isFirst ? 4 : 7);
    const late = roll > 91;
    const day = late
      ? addDays(due_on, chance.integer(2, 30))
      : addDays(assigned_on, chance.integer(1, Math.max(2, course.due_days - 4)));
    const completed = forgotten ? null : simulateLearning(plan, learner, course, episode, days.workday(day), ability);
    // Open assignments of people who left are dropped.
    if (completed || learner.last_active_day === null) yield episode;
    if (!completed || course.months === null) return;
    due_on = addMonths(completed, course.months);
    assigned_on = addDays(due_on, -RENEWED_BEFORE_DAYS);
  }
}

/** @returns the day of completion; null: still open */
function simulateLearning(
  plan: StoryPlan,
  learner: Learner,
  course: Course,
  episode: StoryEpisode,
  firstDay: Day,
  ability: number,
): Day | null {
  const { days, chance } = plan;
  let day = firstDay < episode.assigned_on ? episode.assigned_on : firstDay;
  if (!days.isPast(day) || !isEmployed(learner, day)) return null;
  let minute = chance.integer(6 * 60, 16 * 60);
  episode.started_at = days.timeAt(day, minute);
  if (course.video_ms !== null) {
    const opened_at = episode.started_at;
    episode.watched = { opened_at, beat_at: opened_at + course.video_ms, share: 1 };
    minute += Math.ceil(course.video_ms / MINUTE_MS) + 1;
    if (!course.questions) return day;
  }
  for (let attemptNo = 1; attemptNo <= (course.attempts_allowed ?? ATTEMPTS_MAX); attemptNo++) {
    const started_at = days.timeAt(day, minute);
    const submitted_at = started_at + chance.integer(course.questions * 25, course.questions * 70) * 1000;
    const right = Array.from({ length: course.questions }, () => chance.next() < ability + (attemptNo - 1) * 0.07);
    episode.attempts.push({ started_at, submitted_at, right });
    if (right.filter(Boolean).length * 100 >= course.pass_mark * course.questions) return day;
    day = days.workday(addDays(day, chance.integer(3, 7) + course.pause_days));
    minute = chance.integer(6 * 60, 16 * 60);
    if (attemptNo === course.attempts_allowed) episode.ended = 'failed';
    if (!days.isPast(day) || !isEmployed(learner, day)) return null;
  }
  return null;
}

const isEmployed = ({ joined, last_active_day }: Learner, day: Day): boolean =>
  day >= joined && (last_active_day === null || day <= last_active_day);
