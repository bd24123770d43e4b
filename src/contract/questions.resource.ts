import { choice, id, multiline, ref, shelved, text, whole } from './fields';
import { MULTIPLE_GRADINGS } from './multiple-grading';
import { resource, type RowOf } from './resource';

/**
 * single: one of several; multiple: several, partly right counts partly; true_false: one of two; fill_in: a text that is
 * typed; numeric: a number within its tolerance; matching: the right partner for each text; ordering: all in their order.
 */
export const QUESTION_KIND_CHOICES = [
  ...(['single', 'multiple', 'true_false'] as const),
  ...(['fill_in', 'numeric', 'matching', 'ordering'] as const),
] as const;
export type QuestionKindChoice = (typeof QUESTION_KIND_CHOICES)[number];
export const DIFFICULTY_CHOICES = ['easy', 'medium', 'hard'] as const;
export const OPTIONS_MIN = 2;
/** Of accepted texts and values one is enough. */
export const leastOptions = (kind: string): number => (kind === 'fill_in' || kind === 'numeric' ? 1 : OPTIONS_MIN);
export const OPTIONS_MAX = 20;
export const OPTION_TEXT_MAX = 1000;
export const QUESTION_POINTS_MAX = 1000;

/** The question bank. `options` come beside the fields, as a list in the body (`QuestionOptionRow`). */
export const questions = resource({
  name: 'questions',
  id: 'question_id',
  title: ['text'],
  default_sort: [['text', 'asc']],
  read: ['admin'],
  write: ['admin'],
  remove: 'delete',
  archives: 'again',
  reassign: ['quizzes'],
  searched_by_words: true,
  fields: {
    question_id: id(),
    kind: choice(QUESTION_KIND_CHOICES, { required: true, list: 'shown', section: 'what', example: 'single' }),
    text: multiline({
      max: 10_000,
      required: true,
      folded: true,
      sort: true,
      sort_as: 'text_start',
      filter: true,
      search: true,
      list: 'shown',
      section: 'what',
      example: 'How far may the forks be from the floor while driving?',
    }),
    points: whole({ min: 1, max: QUESTION_POINTS_MAX, initial: 1, list: 'shown', section: 'what', example: 1 }),
    /** Of kind `multiple`; others have no use for it. */
    grading: choice(MULTIPLE_GRADINGS, {
      initial: 'wrong_ticks_cost',
      list: 'hidden',
      filter: false,
      sort: false,
      section: 'what',
    }),
    skill_id: ref('skills', { list: 'shown', section: 'place' }),
    difficulty: choice(DIFFICULTY_CHOICES, { list: 'hidden', section: 'place', example: 'medium' }),
    /** Separated by commas. */
    tags: text({ max: 400, folded: true, list: 'shown', search: true, section: 'place', example: 'forklift, safety' }),
    /** Said to the learner about the question after the attempt. */
    feedback: multiline({ section: 'after' }),
    /** Why the right answer is right; shown by the quiz's review policy. */
    explanation: multiline({ section: 'after', example: 'Higher loads tip in curves.' }),
    status: shelved(),
  },
});

/** An option; an accepted text or value; a pair; an item of an order, which stands here in the right one. */
export interface QuestionOptionRow {
  /** Sent back on a change, an option keeps its id; without one it is new. */
  option_id: string;
  /** Of a pair the left; empty where a right-hand text belongs to none. A numeric value as decimal text. */
  text: string;
  /**
   * −1 to 1, four decimals: what choosing it is worth. 1 is right; several right ones share 1, and 0 beside them costs as
   * multiple-grading.ts says. Of pairs and items 0.
   */
  fraction: number;
  feedback: string | null;
  /** matching: the right of the pair. */
  match?: string | null;
  /** numeric: how far from the value is still right; left out: not at all. */
  tolerance?: string | null;
  /** fill_in: whether capitals matter; the same for all accepted texts. */
  case_sensitive?: boolean;
}
export type QuestionRow = RowOf<typeof questions> & { options: QuestionOptionRow[] };
