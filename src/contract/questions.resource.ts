import { choice, id, multiline, ref, archiveStatus, text, integer } from './fields';
import { MULTIPLE_GRADINGS } from './multiple-grading';
import { resource, type RowOf } from './resource';

/**
 * single: one of several; multiple: several, with partial credit; true_false; fill_in: typed text; numeric: a number
 * within its tolerance; matching: pairs; ordering: items in order.
 */
export const QUESTION_KIND_CHOICES = [
  ...(['single', 'multiple', 'true_false'] as const),
  ...(['fill_in', 'numeric', 'matching', 'ordering'] as const),
] as const;
export type QuestionKindChoice = (typeof QUESTION_KIND_CHOICES)[number];
export const DIFFICULTY_CHOICES = ['easy', 'medium', 'hard'] as const;
export const OPTIONS_MIN = 2;
/** Typed answers need only one accepted value. */
export const minimumOptionCount = (kind: string): number =>
  kind === 'fill_in' || kind === 'numeric' ? 1 : OPTIONS_MIN;
export const OPTIONS_MAX = 20;
export const OPTION_TEXT_MAX = 1000;
export const QUESTION_POINTS_MAX = 1000;

/** The question bank. The body also carries `options` (`QuestionOptionRow`). */
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
    points: integer({ min: 1, max: QUESTION_POINTS_MAX, initial: 1, list: 'shown', section: 'what', example: 1 }),
    /** Only for kind `multiple`. */
    grading: choice(MULTIPLE_GRADINGS, {
      initial: 'wrong_ticks_cost',
      list: 'hidden',
      filter: false,
      sort: false,
      section: 'what',
    }),
    skill_id: ref('skills', { list: 'shown', section: 'place' }),
    difficulty: choice(DIFFICULTY_CHOICES, { list: 'hidden', section: 'place', example: 'medium' }),
    /** Comma-separated. */
    tags: text({ max: 400, folded: true, list: 'shown', search: true, section: 'place', example: 'forklift, safety' }),
    /** Shown to the learner after the attempt. */
    feedback: multiline({ section: 'after' }),
    /** Why the answer is right; shown according to the quiz's review policy. */
    explanation: multiline({ section: 'after', example: 'Higher loads tip in curves.' }),
    status: archiveStatus(),
  },
});

/** An option, accepted value, pair, or item in the right order. */
export interface QuestionOptionRow {
  /** On a change: keeps the option's identity; without it the option is new. */
  option_id: string;
  /** For pairs the left text; empty for a right-hand text without a partner. Numeric values as decimal text. */
  text: string;
  /** −1 to 1, four decimals. Right options add up to 1; wrong ones: multiple-grading.ts. 0 for pairs and items. */
  fraction: number;
  feedback: string | null;
  /** matching: right-hand text of the pair. */
  match?: string | null;
  /** numeric: accepted distance from the value; omitted: exact. */
  tolerance?: string | null;
  /** fill_in: case-sensitive; the same for all accepted texts. */
  case_sensitive?: boolean;
}
export type QuestionRow = RowOf<typeof questions> & { options: QuestionOptionRow[] };
