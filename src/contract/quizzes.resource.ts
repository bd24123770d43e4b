import { choice, flag, id, ref, shelved, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/**
 * What the time's end does with an attempt. auto_submit: what was saved is handed in. grace: for so many minutes more it can be
 * handed in, and no answer is kept. abandon: it counts as abandoned. Who has not handed in by then has abandoned it, too.
 */
export const AT_END_CHOICES = ['auto_submit', 'grace', 'abandon'] as const;
export type AtEnd = (typeof AT_END_CHOICES)[number];
export const GRACE_MINUTES_MAX = 60;
/** Minutes more that one person can be given. */
export const EXTRA_MINUTES_MAX = 1440;
/**
 * When a learner may see which answers were right, and why. during: of each question as soon as it is answered, which is final
 * then. after_submit: of each attempt that was handed in. after_pass: of one that passed. after_last: once no other can be begun.
 */
export const REVIEW_CHOICES = ['during', 'after_submit', 'after_pass', 'after_last', 'never'] as const;
export type ReviewPolicy = (typeof REVIEW_CHOICES)[number];
/** Questions of one quiz. */
export const SLOTS_MAX = 200;

/** Places of one quiz that are drawn; each takes one question or several. */
export const DRAWS_MAX = 20;
export const TAG_MAX = 100;

/** How a training is tested; at most one quiz a training. Its questions in their order are its slots. */
export const quizzes = resource({
  name: 'quizzes',
  id: 'quiz_id',
  title: ['title'],
  default_sort: [['title', 'asc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  archives: 'again',
  searched_by_words: true,
  fields: {
    quiz_id: id(),
    training_id: ref('trainings', { required: true, write: 'create', list: 'shown', section: 'what' }),
    title: text({
      max: 200,
      required: true,
      folded: true,
      list: 'shown',
      search: true,
      section: 'what',
      example: 'Forklift: daily check',
    }),
    pass_mark: whole({ max: 100, initial: 80, list: 'shown', section: 'rules', example: 80 }),
    /** null: as often as they like. */
    attempts_allowed: whole({
      min: 1,
      max: 100,
      initial: 3,
      nullable: true,
      list: 'shown',
      section: 'rules',
      example: 3,
    }),
    /** Between the end of one attempt and the start of the next. */
    pause_minutes: whole({ sort: false, max: 525_600, initial: 0, list: 'hidden', section: 'rules', example: 0 }),
    /** null: no limit. */
    time_limit_minutes: whole({ min: 1, max: 1440, list: 'shown', section: 'rules', example: 20 }),
    at_end: choice(AT_END_CHOICES, { sort: false, initial: 'auto_submit', list: 'hidden', section: 'rules' }),
    /** Of `grace`; null where the time's end does something else. */
    grace_minutes: whole({ sort: false, min: 1, max: GRACE_MINUTES_MAX, list: 'hidden', section: 'rules', example: 5 }),
    shuffle_questions: flag({ initial: false, list: 'hidden', section: 'order' }),
    shuffle_options: flag({ initial: false, list: 'hidden', section: 'order' }),
    review: choice(REVIEW_CHOICES, { sort: false, initial: 'after_pass', list: 'hidden', section: 'rules' }),
    question_count: whole({ write: 'none', initial: 0, max: SLOTS_MAX, list: 'shown' }),
    total_points: whole({ write: 'none', initial: 0, list: 'shown' }),
    status: shelved(),
  },
});
export type QuizRow = RowOf<typeof quizzes>;
