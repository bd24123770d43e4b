import { AnswersRefused } from '../../src/quizzes/grading.errors';
import {
  grade,
  gradeAnswer,
  passes,
  QUESTION_KINDS,
  score,
  type GradedQuestion,
  type QuestionKind,
} from '../../src/quizzes/grading';
import { grantedLevels } from '../../src/trainings/granted-levels';
import { chance } from '../support/chance';

const question = (
  question_id: string,
  kind: QuestionKind,
  fractions: Record<string, number>,
  points = 1,
): GradedQuestion => ({
  question_id,
  kind,
  points,
  options: Object.entries(fractions).map(([option_id, fraction]) => ({ option_id, fraction })),
});

const single = question('q1', 'single', { right: 1, wrong: 0, harmful: -0.5 });
const multiple = question('q2', 'multiple', { a: 0.3333, b: 0.3333, c: 0.3333, x: -0.5, y: -1 }, 3);
const trueFalse = question('q3', 'true_false', { true: 0, false: 1 });
const quiz = [single, multiple, trueFalse];
const answer = (question_id: string, ...option_id: string[]) => ({ question_id, option_id });

function codeOf(refused: () => unknown): string {
  try {
    refused();
  } catch (error) {
    if (error instanceof AnswersRefused) return error.code;
    throw error;
  }
  return 'graded';
}

describe('a quiz', () => {
  it('gives whole points for right answers', () => {
    const result = grade(quiz, [answer('q1', 'right'), answer('q2', 'a', 'b', 'c'), answer('q3', 'false')], 80);
    expect(result).toMatchObject({ correct: 5, total: 5, score: 100, passed: true });
    expect(result.questions.map(({ fraction, marks }) => [fraction, marks])).toEqual([
      [1, 1e6],
      [1, 3e6],
      [1, 1e6],
    ]);
  });

  it('gives part of the points, takes off for wrong options, and never below 0', () => {
    const marks = (...chosen: string[]) => gradeAnswer(multiple, chosen).fraction;
    expect([marks('a'), marks('a', 'b'), marks('a', 'b', 'x'), marks('a', 'y'), marks('y'), marks()]).toEqual([
      0.3333, 0.6666, 0.1666, 0, 0, 0,
    ]);
    expect(gradeAnswer(single, ['harmful']).fraction).toBe(0);
    expect(marks('a', 'b', 'c', 'x', 'y')).toBe(0);
  });

  it('gives no more than one question is worth', () => {
    expect(gradeAnswer(question('q', 'multiple', { a: 1, b: 1 }), ['a', 'b']).fraction).toBe(1);
  });

  it('keeps a score of 0, and tells an unanswered question from a wrong one', () => {
    const result = grade(quiz, [answer('q1', 'wrong'), answer('q2')], 80);
    expect(result).toMatchObject({ correct: 0, total: 5, score: 0, passed: false });
    expect(result.questions.map(({ answered }) => answered)).toEqual([true, false, false]);
  });

  it.each([
    ['question_foreign', [answer('q9', 'right')]],
    ['question_repeated', [answer('q1', 'right'), answer('q1', 'right')]],
    ['question_repeated', [answer('q1'), answer('q1', 'right')]],
    ['option_foreign', [answer('q1', 'true')]],
    ['option_repeated', [answer('q2', 'a', 'a')]],
    ['too_many_options', [answer('q1', 'right', 'wrong')]],
    ['too_many_options', [answer('q3', 'true', 'false')]],
  ])('refuses answers with code %s', (code, answers) => {
    expect(codeOf(() => grade(quiz, answers, 80))).toBe(code);
  });

  it('does not depend on the order of the answers', () => {
    const dice = chance(3);
    for (let n = 0; n < 200; n++) {
      const answers = [
        answer('q1', dice.one(['right', 'wrong'])),
        answer('q2', ...dice.shuffled(['a', 'b', 'x']).slice(0, dice.whole(0, 3))),
        answer('q3', dice.one(['true', 'false'])),
      ];
      expect(grade(quiz, dice.shuffled(answers), 80)).toEqual(grade(quiz, answers, 80));
    }
  });

  it('knows its kinds of question', () => {
    expect(QUESTION_KINDS).toEqual(['single', 'multiple', 'true_false']);
  });
});

describe('passing', () => {
  it('is decided on whole numbers, never on the shown score', () => {
    expect([passes(4, 5, 80), passes(79, 100, 80), passes(0, 5, 0), passes(5, 5, 100)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect([score(19_999, 25_000), passes(19_999, 25_000, 80)]).toEqual([80, false]);
    expect(() => passes(0.5, 1, 50)).toThrow(RangeError);
    expect(() => passes(1, 1, 79.5)).toThrow(RangeError);
  });

  it('is impossible without a single point', () => {
    expect(passes(0, 0, 0)).toBe(false);
    expect(grade([], [], 0)).toMatchObject({ correct: 0, total: 0, score: null, passed: false });
  });

  it('holds for points and marks alike', () => {
    for (let correct = 0; correct <= 22; correct++)
      expect(passes(correct * 1e6, 22e6, 80)).toBe(passes(correct, 22, 80));
  });
});

describe('the levels that a training gives', () => {
  const bands = [
    { skill_id: 'WELD', min_score: 80, level: 2, validity_months: 24 },
    { skill_id: 'WELD', min_score: 95, level: 3, validity_months: 12 },
    { skill_id: 'FIRE', min_score: 0, level: 1, validity_months: null },
  ];
  const given = (result: Parameters<typeof grantedLevels>[1]) =>
    grantedLevels(bands, result).map(({ skill_id, level }) => `${skill_id} ${level}`);

  it('are those of the highest band reached, one a skill', () => {
    expect(given({ correct: 79, total: 100 })).toEqual(['FIRE 1']);
    expect(given({ correct: 80, total: 100 })).toEqual(['WELD 2', 'FIRE 1']);
    expect(given({ correct: 19, total: 20 })).toEqual(['WELD 3', 'FIRE 1']);
    expect(given({ correct: 949_999, total: 1_000_000 })).toEqual(['WELD 2', 'FIRE 1']);
  });

  it('without a quiz are all of them', () => {
    expect(given(null)).toEqual(['WELD 3', 'FIRE 1']);
    expect(grantedLevels(bands.toReversed(), null)).toHaveLength(2);
  });
});
