import { AnswersRefused } from '../../src/quizzes/grading.errors';
import { drawPaper, sheetOf, type DrawnQuestion, type Paper } from '../../src/quizzes/paper';
import { aliasAnswer, aliasPaper, refuseWithAliases, resolveAnswers } from '../../src/quizzes/paper-aliases';

const idAt = (at: number) => `019a9c3e-5b7e-7${String(at).padStart(3, '0')}-8f00-3f1d2a6b4c5d`;
const option = (at: number, more: object = {}) => ({
  ...{ option_id: idAt(at), text: `Option ${at}`, fraction: 0, feedback: null },
  ...more,
});
const question = (at: number, kind: DrawnQuestion['kind'], more: object = {}): DrawnQuestion => ({
  ...{ question_id: idAt(at * 10), kind, text: `Question ${at}`, points: 1, feedback: null, explanation: null },
  options: [1, 2, 3, 4].map((nth) => option(at * 10 + nth, more)),
});
const QUIZ = { title: 'Forklift', review: 'never', time_limit_minutes: null, at_end: 'auto_submit' };
const QUESTIONS = [question(1, 'single'), question(2, 'multiple'), question(3, 'ordering')];
const BANK_IDS = QUESTIONS.flatMap(({ question_id, options }) => [question_id, ...options.map((one) => one.option_id)]);

/** As drawn, with a key that is always the same. */
const paperWith = (alias_key: string): Paper => ({
  ...drawPaper({ ...QUIZ, shuffle_questions: true, shuffle_options: true }, QUESTIONS),
  alias_key,
});
/** The places of the bank's ids, in the order of the learner's ids. */
const placesByAlias = (paper: Paper, ids: readonly string[]): number[] => {
  const pairs = paper.questions.flatMap((one, at) => {
    const aliased = aliasPaper(paper).questions[at]!;
    const options = one.options.map(({ option_id }, nth) => [option_id, aliased.options[nth]!.option_id] as const);
    return [[one.question_id, aliased.question_id] as const, ...options];
  });
  const places = pairs.filter(([id]) => ids.includes(id)).toSorted((a, b) => (a[1] < b[1] ? -1 : 1));
  return places.map(([id]) => ids.indexOf(id));
};

describe('ids of a shuffled quiz', () => {
  it('sort into an order of their own in each attempt, for options and for questions', () => {
    const options = QUESTIONS[0]!.options.map(({ option_id }) => option_id);
    const questions = QUESTIONS.map(({ question_id }) => question_id);
    const ordersOf = (ids: readonly string[]) =>
      ['a', 'b', 'c', 'd'].map((key) => placesByAlias(paperWith(key), ids).join(''));
    // The author's are 0123 and 012.
    expect(ordersOf(options)).toEqual(['0312', '2130', '1203', '3021']);
    expect(ordersOf(questions)).toEqual(['201', '012', '021', '120']);
  });

  it('are uuids, the same at each look, and none of the bank', () => {
    const paper = paperWith('a');
    const sheet = JSON.stringify(sheetOf(aliasPaper(paper)));
    expect(sheet).toBe(JSON.stringify(sheetOf(aliasPaper(paper))));
    expect(BANK_IDS.filter((id) => sheet.includes(id))).toEqual([]);
    expect(sheet.match(/"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}"/g)).toHaveLength(15);
    expect(JSON.stringify(sheetOf(aliasPaper(paperWith('b'))))).not.toContain(
      aliasPaper(paper).questions[0]!.question_id,
    );
  });

  it('lead back to the bank’s when an answer comes in, and out again when it is shown', () => {
    const paper = paperWith('a');
    const { question_id, options } = aliasPaper(paper).questions[1]!;
    const [first, second] = options.map(({ option_id }) => option_id) as [string, string];
    const sent = { question_id, option_id: [first], pairs: [{ option_id: second, match: 'x' }] };
    const [resolved] = resolveAnswers(paper, paper.questions, [sent]);
    const own = paper.questions[1]!;
    expect(resolved).toEqual({
      question_id: own.question_id,
      option_id: [own.options[0]!.option_id],
      pairs: [{ option_id: own.options[1]!.option_id, match: 'x' }],
    });
    const stored = { option_id: resolved!.option_id, given: { pairs: resolved!.pairs } };
    expect(aliasAnswer(paper, stored)).toEqual({ option_id: sent.option_id, given: { pairs: sent.pairs } });
  });

  it('stand in a refusal as well', () => {
    const paper = paperWith('a');
    const [own] = paper.questions as [Paper['questions'][number]];
    const { question_id, options } = aliasPaper(paper).questions[0]!;
    const refuse = () =>
      refuseWithAliases(paper, () => {
        const facts = { question_id: own.question_id, option_id: own.options[0]!.option_id };
        throw new AnswersRefused('option_repeated', facts);
      });
    expect(refuse).toThrow(
      expect.objectContaining({ code: 'option_repeated', facts: { question_id, option_id: options[0]!.option_id } }),
    );
  });

  it('are the bank’s own where nothing is shuffled, and in papers of before', () => {
    const paper = drawPaper({ ...QUIZ, shuffle_questions: false, shuffle_options: false }, QUESTIONS);
    expect(paper.alias_key).toBeUndefined();
    expect(aliasPaper(paper)).toBe(paper);
    for (const rule of [{ shuffle_questions: true }, { shuffle_options: true }])
      expect(
        drawPaper({ ...QUIZ, shuffle_questions: false, shuffle_options: false, ...rule }, QUESTIONS).alias_key,
      ).toMatch(/^[0-9a-f]{32}$/);
  });
});
