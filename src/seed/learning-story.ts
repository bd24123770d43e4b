/**
 * Makes up who learnt what and when, as plain data: campaigns for those who were there, a first week for newcomers,
 * passes and fails, renewals in time, late or forgotten. Nothing here grades or grants: that is the services' to do.
 */
import { addDays, addMonths, type Day } from '../platform/calendar';
import type { PastEnd } from '../trainings/assignment-history.service';
import type { Chance } from './chance';
import type { DemoDays } from './demo-days';

/** Who came back is one for each employment, the earlier one first. */
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
  /** null: as many as it takes. */
  attempts_allowed: number | null;
  /** Whole days between two attempts, beside those that people take anyway. */
  pause_days: number;
  video_ms: number | null;
  due_days: number;
  /** Days ago; null: as long as the history is. */
  launched: number | null;
  /** Until it must be renewed; null: never. */
  months: number | null;
}
interface StoryAttempt {
  started_at: number;
  submitted_at: number;
  /** By question, in the quiz's order. */
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
  /** How the assignment came to an end, where that is not its completion. */
  ended?: PastEnd['state'];
}
export interface StoryPlan {
  days: DemoDays;
  chance: Chance;
  learners: readonly Learner[];
  courses: readonly Course[];
  /** Course codes by role. */
  assigned: Readonly<Record<string, readonly string[]>>;
  /** Days of history. */
  length: number;
  /** `<staff> <training>` that are told elsewhere. */
  scripted: ReadonlySet<string>;
}

const MINUTE_MS = 60_000;
const TRIES = 4;
const RENEWED_BEFORE_DAYS = 35;

/** Every episode, earlier ones of a pair before later ones. */
export function learningStory(plan: StoryPlan): StoryEpisode[] {
  const scripted: StoryEpisode[] = [];
  for (const learner of plan.learners) {
    const ability = 0.76 + plan.chance.next() * 0.23;
    for (const [at, code] of (plan.assigned[learner.role] ?? []).entries()) {
      const course = plan.courses.find((each) => each.code === code);
      if (course && !plan.scripted.has(`${learner.code} ${code}`))
        scripted.push(...episodes(plan, learner, course, at, ability));
    }
  }
  return scripted;
}

function* episodes(
  plan: StoryPlan,
  learner: Learner,
  course: Course,
  at: number,
  ability: number,
): Generator<StoryEpisode> {
  const { days, chance } = plan;
  const begin = days.ago(course.launched ?? plan.length);
  const wasThere = learner.joined < begin;
  let assigned_on = days.workday(wasThere ? addDays(begin, chance.whole(0, 9)) : addDays(learner.joined, 2 + at * 3));
  if (assigned_on < learner.joined) assigned_on = learner.joined;
  let due_on = addDays(assigned_on, course.due_days);
  for (let isFirst = true; days.isPast(assigned_on) && isThere(learner, assigned_on); isFirst = false) {
    const episode: StoryEpisode = {
      staff: learner.code,
      training: course.code,
      assigned_on,
      due_on,
      attempts: [],
    };
    const throwOf = chance.whole(1, 100);
    const forgotten = throwOf <= (isFirst ? 4 : 7);
    const late = throwOf > 91;
    const day = late
      ? addDays(due_on, chance.whole(2, 30))
      : addDays(assigned_on, chance.whole(1, Math.max(2, course.due_days - 4)));
    const completed = forgotten ? null : learn(plan, learner, course, episode, days.workday(day), ability);
    // A colleague who left took what was open along.
    if (completed || learner.last_active_day === null) yield episode;
    if (!completed || course.months === null) return;
    due_on = addMonths(completed, course.months);
    assigned_on = addDays(due_on, -RENEWED_BEFORE_DAYS);
  }
}

/** @returns the day of completion; null: it is still open */
function learn(
  plan: StoryPlan,
  learner: Learner,
  course: Course,
  episode: StoryEpisode,
  first: Day,
  ability: number,
): Day | null {
  const { days, chance } = plan;
  let day = first < episode.assigned_on ? episode.assigned_on : first;
  if (!days.isPast(day) || !isThere(learner, day)) return null;
  let minute = chance.whole(6 * 60, 16 * 60);
  episode.started_at = days.at(day, minute);
  if (course.video_ms !== null) {
    const opened_at = episode.started_at;
    episode.watched = { opened_at, beat_at: opened_at + course.video_ms, share: 1 };
    minute += Math.ceil(course.video_ms / MINUTE_MS) + 1;
    if (!course.questions) return day;
  }
  for (let tried = 1; tried <= (course.attempts_allowed ?? TRIES); tried++) {
    const started_at = days.at(day, minute);
    const submitted_at = started_at + chance.whole(course.questions * 25, course.questions * 70) * 1000;
    const right = Array.from({ length: course.questions }, () => chance.next() < ability + (tried - 1) * 0.07);
    episode.attempts.push({ started_at, submitted_at, right });
    if (right.filter(Boolean).length * 100 >= course.pass_mark * course.questions) return day;
    day = days.workday(addDays(day, chance.whole(3, 7) + course.pause_days));
    minute = chance.whole(6 * 60, 16 * 60);
    if (tried === course.attempts_allowed) episode.ended = 'failed';
    if (!days.isPast(day) || !isThere(learner, day)) return null;
  }
  return null;
}

const isThere = ({ joined, last_active_day }: Learner, day: Day): boolean =>
  day >= joined && (last_active_day === null || day <= last_active_day);
