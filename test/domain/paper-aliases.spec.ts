import { InvalidAnswersError } from '../../src/modules/quizzes/grading.errors';
import { createPaper, toSheetQuestions, type DrawnQuestion, type Paper } from '../../src/modules/quizzes/paper';
import { aliasAnswer, aliasPaper, withAliasedErrors, resolveAnswers } from '../../src/modules/quizzes/paper-aliases';

const idAt = (at: number) => `019a9c3e-5b7e-7${String(at).padStart(3, '0')}-8f00-3f1d2a6b4c5d`;
const option = (at: number, more: object = {}) => ({
  option_id: idAt(at),
  text: `Option ${at}`,
  fraction: 0,
  feedback: null,
  ...more,
});
const question = (at: number, kind: DrawnQuestion['kind'], more: object = {}): DrawnQuestion => ({
  question_id: idAt(at * 10),
  kind,
  text: `Question ${at}`,
  points: 1,
  feedback: null,
  explanation: null,
  options: [1, 2, 3, 4].map((optionNo) => option(at * 10 + optionNo, more)),
});
const QUIZ = { title: 'Forklift', review: 'never', time_limit_minutes: null, at_end: 'auto_submit' };
const QUESTIONS = [question(1, 'single'), question(2, 'multiple'), question(3, 'ordering')];
const BANK_IDS = QUESTIONS.flatMap(({ question_id, options }) => [question_id, ...options.map((one) => one.option_id)]);

/** A drawn paper with a fixed key. */
const paperWith = (alias_key: string): Paper => ({
  ...createPaper({ ...QUIZ, shuffle_questions: true, shuffle_options: true }, QUESTIONS),
  alias_key,
});
/** Indexes of the bank ids in the order of the alias ids. */
const indexesByAlias = (paper: Paper, ids: readonly string[]): number[] => {
  const pairs = paper.questions.flatMap((question, at) => {
    const aliased = aliasPaper(paper).questions[at]!;
    const options = question.options.map(
      ({ option_id }, optionNo) => [option_id, aliased.options[optionNo]!.option_id] as const,
    );
    return [[question.question_id, aliased.question_id] as const, ...options];
  });
  const indexes = pairs.filter(([id]) => ids.includes(id)).toSorted((a, b) => (a[1] < b[1] ? -1 : 1));
  return indexes.map(([id]) => ids.indexOf(id));
};

describe('ids of a shuffled quiz', () => {
  it('sort differently in each attempt, for options and questions', () => {
    const options = QUESTIONS[0]!.options.map(({ option_id }) => option_id);
    const questions = QUESTIONS.map(({ question_id }) => question_id);
    const ordersOf = (ids: readonly string[]) =>
      ['a', 'b', 'c', 'd'].map((key) => indexesByAlias(paperWith(key), ids).join(''));
    // The original orders are 0123 and 012.
    expect(ordersOf(options)).toEqual(['0312', '2130', '1203', '3021']);
    expect(ordersOf(questions)).toEqual(['201', '012', '021', '120']);
  });

  it('are UUIDs, stable within an attempt, and none of the bank', () => {
    const paper = paperWith('a');
    const sheet = JSON.stringify(toSheetQuestions(aliasPaper(paper)));
    expect(sheet).toBe(JSON.stringify(toSheetQuestions(aliasPaper(paper))));
    expect(BANK_IDS.filter((id) => sheet.includes(id))).toEqual([]);
    expect(sheet.match(/"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"/g)).toHaveLength(15);
    expect(JSON.stringify(toSheetQuestions(aliasPaper(paperWith('b'))))).not.toContain(
      aliasPaper(paper).questions[0]!.question_id,
    );
  });

  it('are resolved to bank ids in answers, and back for display', () => {
    const paper = paperWith('a');
    const { question_id, options } = aliasPaper(paper).questions[1]!;
    const [first, second] = options.map(({ option_id }) => option_id) as [string, string];
    const submitted = { question_id, option_id: [first], pairs: [{ option_id: second, match: 'x' }] };
    const [resolved] = resolveAnswers(paper, paper.questions, [submitted]);
    const bankQuestion = paper.questions[1]!;
    expect(resolved).toEqual({
      question_id: bankQuestion.question_id,
      option_id: [bankQuestion.options[0]!.option_id],
      pairs: [{ option_id: bankQuestion.options[1]!.option_id, match: 'x' }],
    });
    const stored = { option_id: resolved!.option_id, given: { pairs: resolved!.pairs } };
    expect(aliasAnswer(paper, stored)).toEqual({ option_id: submitted.option_id, given: { pairs: submitted.pairs } });
  });

  it('are used in errors as well', () => {
    const paper = paperWith('a');
    const [bankQuestion] = paper.questions as [Paper['questions'][number]];
    const { question_id, options } = aliasPaper(paper).questions[0]!;
    const refuse = () =>
      withAliasedErrors(paper, () => {
        const facts = { question_id: bankQuestion.question_id, option_id: bankQuestion.options[0]!.option_id };
        throw new InvalidAnswersError('option_repeated', facts);
      });
    expect(refuse).toThrow(
      expect.objectContaining({ code: 'option_repeated', facts: { question_id, option_id: options[0]!.option_id } }),
    );
  });

  it('are the bank ids when nothing is shuffled, and in old papers', () => {
    const paper = createPaper({ ...QUIZ, shuffle_questions: false, shuffle_options: false }, QUESTIONS);
    expect(paper.alias_key).toBeUndefined();
    expect(aliasPaper(paper)).toBe(paper);
    for (const rule of [{ shuffle_questions: true }, { shuffle_options: true }])
      expect(
        createPaper({ ...QUIZ, shuffle_questions: false, shuffle_options: false, ...rule }, QUESTIONS).alias_key,
      ).toMatch(/^[0-9a-f]{32}$/);
  });
});
