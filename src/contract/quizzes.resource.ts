import { choice, flag, id, ref, shelved, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** What the time's end does with an attempt. */
const AT_END_CHOICES = ['auto_submit'] as const;
/** When a learner may see which answers were right, and why. */
const REVIEW_CHOICES = ['after_submit', 'after_pass', 'never'] as const;
/** Questions of one quiz. */
export const SLOTS_MAX = 200;

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
    attempts_allowed: whole({ min: 1, max: 100, list: 'shown', section: 'rules', example: 3 }),
    /** Between the end of one attempt and the start of the next. */
    pause_minutes: whole({ sort: false, max: 525_600, initial: 0, list: 'hidden', section: 'rules', example: 0 }),
    /** null: no limit. */
    time_limit_minutes: whole({ min: 1, max: 1440, list: 'shown', section: 'rules', example: 20 }),
    at_end: choice(AT_END_CHOICES, { sort: false, initial: 'auto_submit', list: 'hidden', section: 'rules' }),
    shuffle_questions: flag({ initial: false, list: 'hidden', section: 'order' }),
    shuffle_options: flag({ initial: false, list: 'hidden', section: 'order' }),
    review: choice(REVIEW_CHOICES, { sort: false, initial: 'after_submit', list: 'hidden', section: 'rules' }),
    question_count: whole({ write: 'none', initial: 0, max: SLOTS_MAX, list: 'shown' }),
    total_points: whole({ write: 'none', initial: 0, list: 'shown' }),
    status: shelved(),
  },
});
export type QuizRow = RowOf<typeof quizzes>;
