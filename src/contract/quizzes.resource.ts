import { choice, flag, id, ref, archiveStatus, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/**
 * What happens when time runs out. auto_submit: saved answers are submitted. grace: saved answers can be submitted for
 * `grace_minutes` more, without new answers. abandon: the attempt counts as abandoned. Attempts not submitted by then
 * are abandoned, too.
 */
export const AT_END_CHOICES = ['auto_submit', 'grace', 'abandon'] as const;
export type AtEnd = (typeof AT_END_CHOICES)[number];
export const GRACE_MINUTES_MAX = 60;
/** Maximum extra minutes per person. */
export const EXTRA_MINUTES_MAX = 1440;
/**
 * When learners see the right answers and explanations. during: after each answer, which is then final. after_submit:
 * for each submitted attempt. after_pass: for a passed attempt. after_last: once no attempt is left.
 */
export const REVIEW_CHOICES = ['during', 'after_submit', 'after_pass', 'after_last', 'never'] as const;
export type ReviewPolicy = (typeof REVIEW_CHOICES)[number];
/** Questions per quiz. */
export const SLOTS_MAX = 200;

/** Random slots per quiz; each draws one or more questions. */
export const DRAWS_MAX = 20;
export const TAG_MAX = 100;

/** Test of a training; at most one per training. Its ordered questions are its slots. */
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
    pass_mark: integer({ max: 100, initial: 80, list: 'shown', section: 'rules', example: 80 }),
    /** null: unlimited. */
    attempts_allowed: integer({
      min: 1,
      max: 100,
      initial: 3,
      nullable: true,
      list: 'shown',
      section: 'rules',
      example: 3,
    }),
    /** Between the end of one attempt and the start of the next. */
    pause_minutes: integer({ sort: false, max: 525_600, initial: 0, list: 'hidden', section: 'rules', example: 0 }),
    /** null: no limit. */
    time_limit_minutes: integer({ min: 1, max: 1440, list: 'shown', section: 'rules', example: 20 }),
    at_end: choice(AT_END_CHOICES, { sort: false, initial: 'auto_submit', list: 'hidden', section: 'rules' }),
    /** Only for `grace`; otherwise null. */
    grace_minutes: integer({
      sort: false,
      min: 1,
      max: GRACE_MINUTES_MAX,
      list: 'hidden',
      section: 'rules',
      example: 5,
    }),
    shuffle_questions: flag({ initial: false, list: 'hidden', section: 'order' }),
    shuffle_options: flag({ initial: false, list: 'hidden', section: 'order' }),
    review: choice(REVIEW_CHOICES, { sort: false, initial: 'after_pass', list: 'hidden', section: 'rules' }),
    question_count: integer({ write: 'none', initial: 0, max: SLOTS_MAX, list: 'shown' }),
    total_points: integer({ write: 'none', initial: 0, list: 'shown' }),
    status: archiveStatus(),
  },
});
export type QuizRow = RowOf<typeof quizzes>;
