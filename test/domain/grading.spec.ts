import { decimalOf, decimalOfUnits, isWithin, unitsOf } from '../../src/contract/decimals';
import { QUESTION_KIND_CHOICES } from '../../src/contract/questions.resource';
import { isSameAnswer, type AnswerParts } from '../../src/quizzes/answer-parts';
import { comparedText } from '../../src/quizzes/answer-worth';
import type { GradedOption, GradedQuestion, QuestionKind } from '../../src/quizzes/graded-question';
import { grade, gradeAnswer, passes, score } from '../../src/quizzes/grading';
import { AnswersRefused } from '../../src/quizzes/grading.errors';
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
    const marks = (...chosen: string[]) => gradeAnswer(multiple, { option_id: chosen }).fraction;
    expect([marks('a'), marks('a', 'b'), marks('a', 'b', 'x'), marks('a', 'y'), marks('y'), marks()]).toEqual([
      0.3333, 0.6666, 0.1666, 0, 0, 0,
    ]);
    expect(gradeAnswer(single, { option_id: ['harmful'] }).fraction).toBe(0);
    expect(marks('a', 'b', 'c', 'x', 'y')).toBe(0);
  });

  it('gives no more than one question is worth', () => {
    expect(gradeAnswer(question('q', 'multiple', { a: 1, b: 1 }), { option_id: ['a', 'b'] }).fraction).toBe(1);
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
});

describe('ticking several options', () => {
  const ticked = (right: number, wrong: number, more: Partial<GradedQuestion> = {}): GradedQuestion => ({
    ...question('q', 'multiple', {
      ...Object.fromEntries(Array.from({ length: right }, (_, at) => [`r${at}`, Math.round(10_000 / right) / 10_000])),
      ...Object.fromEntries(Array.from({ length: wrong }, (_, at) => [`w${at}`, 0])),
    }),
    grading: 'wrong_ticks_cost',
    ...more,
  });
  const all = ({ options }: GradedQuestion) => options.map(({ option_id }) => option_id);
  const earned = (of: GradedQuestion, ...option_id: string[]) => gradeAnswer(of, { option_id }).fraction;

  it('earns nothing when everything is ticked, however many are right, wherever one is wrong', () => {
    for (let right = 1; right <= 10; right++)
      for (let wrong = 1; wrong <= 10; wrong++) {
        const asked = ticked(right, wrong);
        expect([right, wrong, earned(asked, ...all(asked))]).toEqual([right, wrong, 0]);
        const rightOnes = all(asked).filter((id) => id.startsWith('r'));
        expect([right, wrong, earned(asked, ...rightOnes)]).toEqual([right, wrong, 1]);
      }
    const noneWrong = ticked(3, 0);
    expect(earned(noneWrong, ...all(noneWrong))).toBe(1);
  });

  it('earns 1/r for each right tick, and a wrong one costs the larger of 1/r and 1/w', () => {
    const few = ticked(2, 3);
    expect([earned(few, 'r0'), earned(few, 'r0', 'r1', 'w0'), earned(few, 'r0', 'w0')]).toEqual([0.5, 0.5, 0]);
    const many = ticked(4, 2);
    expect([earned(many, 'r0', 'r1', 'r2'), earned(many, 'r0', 'r1', 'r2', 'w0')]).toEqual([0.75, 0.25]);
    expect(earned(ticked(3, 4), 'r0', 'r1', 'w0')).toBe(0.333333);
    expect(earned(few)).toBe(0);
  });

  it('counts a stated negative fraction as it is stated, and a wrong option without one by the rule', () => {
    const stated = {
      ...question('q', 'multiple', { a: 0.5, b: 0.5, x: -0.1, y: 0 }),
      grading: 'wrong_ticks_cost' as const,
    };
    expect([earned(stated, 'a', 'b', 'x'), earned(stated, 'a', 'b', 'y')]).toEqual([0.9, 0.5]);
    expect(earned(stated, 'a', 'b', 'x', 'y')).toBe(0.4);
    const shares = { ...question('q', 'multiple', { a: 0.7, b: 0.3, x: 0 }), grading: 'wrong_ticks_cost' as const };
    expect([earned(shares, 'a'), earned(shares, 'b'), earned(shares, 'a', 'b', 'x')]).toEqual([0.7, 0.3, 0]);
  });

  it('is all or nothing where the question says so', () => {
    const strict = ticked(2, 2, { grading: 'all_or_nothing' });
    expect(earned(strict, 'r0', 'r1')).toBe(1);
    for (const some of [['r0'], ['r0', 'r1', 'w0'], ['w0'], []])
      expect([some, earned(strict, ...some)]).toEqual([some, 0]);
  });

  it('keeps what it was in an attempt that began before there was a choice', () => {
    const { grading: _, ...begun } = ticked(2, 3);
    expect(earned(begun, ...all(begun))).toBe(1);
  });
});

const kinds = (kind: QuestionKind, options: Partial<GradedOption>[], points = 1): GradedQuestion => ({
  ...{ question_id: 'q', kind, points },
  options: options.map((option, at) => ({ option_id: `o${at}`, fraction: 1, ...option })),
});
const worth = (question: GradedQuestion, answer: AnswerParts) => gradeAnswer(question, answer).fraction;
const refusal = (question: GradedQuestion, answer: AnswerParts) => codeOf(() => gradeAnswer(question, answer));

describe('a text that is filled in', () => {
  const city = kinds('fill_in', [
    { text: 'Weil am Rhein' },
    { text: 'Weil', fraction: 0.5 },
    { text: 'Wehr', fraction: 0 },
  ]);

  it('is right whatever its capitals, its spaces and the way its letters are written', () => {
    for (const text of ['Weil am Rhein', ' weil  AM\u00a0rhein ', 'Ｗｅｉｌ am Rhein', 'Weil\u200b am Rhe\u00adin'])
      expect(worth(city, { text })).toBe(1);
    const cafe = kinds('fill_in', [{ text: "L'été" }]);
    expect([worth(cafe, { text: 'l\u2019e\u0301te\u0301' }), worth(cafe, { text: 'l’ete' })]).toEqual([1, 0]);
  });

  it('earns the share of what it met, and nothing for a near miss', () => {
    expect(worth(city, { text: 'weil' })).toBe(0.5);
    for (const text of ['Weil am Rein', 'Weil am Rhein.', 'Weilam Rhein', 'Rhein', 'Wehr', '*', '.*'])
      expect(worth(city, { text })).toBe(0);
  });

  it('is held to its capitals where they matter', () => {
    const formula = kinds('fill_in', [{ text: 'NaCl', case_sensitive: true }]);
    expect([worth(formula, { text: 'NaCl' }), worth(formula, { text: 'NACL' })]).toEqual([1, 0]);
  });

  it('is not answered by spaces', () => {
    expect(gradeAnswer(city, { text: '  ' })).toMatchObject({ answered: false, marks: 0, given: null });
    expect(gradeAnswer(city, { text: 'x' })).toMatchObject({ answered: true, marks: 0, given: { text: 'x' } });
  });

  it('does not depend on the order of what is accepted, and compares alike both ways', () => {
    const dice = chance(11);
    const texts = ['a', 'A', 'b c', 'B  C', 'é', 'e\u0301', 'ﬁ', 'fi', '½', '1⁄2'];
    for (let n = 0; n < 300; n++) {
      const options = dice
        .shuffled(texts)
        .slice(0, 4)
        .map((text) => ({ text, fraction: dice.one([0, 0.25, 0.5, 1]) }));
      const text = dice.one(texts);
      const found = worth(kinds('fill_in', options), { text });
      expect(worth(kinds('fill_in', dice.shuffled(options)), { text })).toBe(found);
      const met = options.filter((option) => comparedText(option.text) === comparedText(text));
      expect(found).toBe(Math.max(0, ...met.map(({ fraction }) => fraction)));
    }
  });
});

describe('a number', () => {
  it.each([
    ['3.5', '3.5'],
    ['3,5', '3.5'],
    ['+3,50', '3.5'],
    ['.5', '0.5'],
    ['−007', '-7'],
    ['-0', '0'],
    ['3 500', '3500'],
    ['3\u202f500', '3500'],
    ['3’500', '3500'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1,234', '1.234'],
    ['٣٫٥', '3.5'],
    ['３．５', '3.5'],
    ['\u200e-5\u200f', '-5'],
  ])('%s is read as %s', (text, decimal) => {
    expect(decimalOf(text)).toBe(decimal);
  });

  it.each([
    '',
    '-',
    '3.',
    '5 cm',
    '1e3',
    '0x10',
    '3 50',
    '1,23,456',
    '1.2.3',
    '10²',
    '1 234 56',
    '--1',
    'NaN',
    '1,2,3',
  ])('“%s” is none', (text) => {
    expect(decimalOf(text)).toBeNull();
  });

  it('has a bound on its digits', () => {
    expect(decimalOf('999999999999999')).toBe('999999999999999');
    expect([decimalOf('1000000000000000'), decimalOf('0.0000000001'), decimalOf('9'.repeat(400))]).toEqual([
      ...[null, null, null],
    ]);
  });

  it('is compared exactly, the edges of its tolerance with it', () => {
    expect(isWithin('0.3', '0.2', '0.1')).toBe(true);
    expect(isWithin('0.300000001', '0.2', '0.1')).toBe(false);
    const sum = kinds('numeric', [{ text: '0.3' }]);
    expect([worth(sum, { value: '0.3' }), worth(sum, { value: '0,30' }), worth(sum, { value: '0.30000001' })]).toEqual([
      ...[1, 1, 0],
    ]);
  });

  it('earns the most that any tolerance around it allows, whatever their order', () => {
    const close = { text: '10', tolerance: '0.1', fraction: 1 };
    const far = { text: '10', tolerance: '1', fraction: 0.5 };
    for (const options of [
      [close, far],
      [far, close],
    ]) {
      const length = kinds('numeric', options);
      const marks = ['10.1', '9.9', '10.11', '11', '11.01', '-10'].map((value) => worth(length, { value }));
      expect(marks).toEqual([1, 1, 0.5, 0.5, 0, 0]);
    }
  });

  it('is refused where it is none, and not answered where there is nothing', () => {
    const sum = kinds('numeric', [{ text: '3' }]);
    expect(refusal(sum, { value: 'three' })).toBe('not_a_number');
    expect(gradeAnswer(sum, { value: ' ' })).toMatchObject({ answered: false, given: null });
    expect(gradeAnswer(sum, { value: '3,10' })).toMatchObject({ given: { value: '3.1' } });
  });

  it('comes back from its units as it was', () => {
    const dice = chance(17);
    for (let n = 0; n < 500; n++) {
      const whole = String(dice.whole(0, 999_999));
      const places = dice.happens(60)
        ? `.${String(dice.whole(1, 999_999)).padStart(dice.whole(1, 9), '0').slice(0, 9)}`
        : '';
      const decimal = decimalOf((dice.happens(40) ? '-' : '') + whole + places)!;
      expect(decimalOf(decimal)).toBe(decimal);
      expect(decimalOfUnits(unitsOf(decimal))).toBe(decimal);
      expect(isWithin(decimal, decimal, '0')).toBe(true);
    }
  });
});

describe('pairs', () => {
  const classes = kinds('matching', [
    { text: 'Wood', match: 'A' },
    { text: 'Petrol', match: 'B' },
    { text: 'Diesel', match: 'B' },
    { text: '', match: 'C' },
  ]);
  const pair = (at: number, match: string) => ({ option_id: `o${at}`, match });

  it('earn a share each, also where two have the same partner', () => {
    expect(worth(classes, { pairs: [pair(0, 'A'), pair(1, 'B'), pair(2, 'B')] })).toBe(1);
    expect(worth(classes, { pairs: [pair(0, 'A'), pair(1, 'C'), pair(2, 'B')] })).toBe(0.666667);
    expect(worth(classes, { pairs: [pair(0, 'B')] })).toBe(0);
    expect(gradeAnswer(classes, { pairs: [] })).toMatchObject({ answered: false, given: null });
  });

  it('are kept in one order, whichever they came in', () => {
    const [one, other] = [
      [pair(2, 'B'), pair(0, 'A')],
      [pair(0, 'A'), pair(2, 'B')],
    ].map((pairs) => gradeAnswer(classes, { pairs }));
    expect(one!.given).toEqual({ pairs: [pair(0, 'A'), pair(2, 'B')] });
    expect(isSameAnswer('matching', one!, other!)).toBe(true);
  });

  it.each([
    ['option_repeated', [pair(0, 'A'), pair(0, 'B')]],
    ['option_foreign', [pair(9, 'A')]],
    ['option_foreign', [pair(3, 'C')]],
    ['match_foreign', [pair(0, 'a')]],
    ['match_foreign', [pair(0, '')]],
  ])('are refused with code %s', (code, pairs) => {
    expect(refusal(classes, { pairs })).toBe(code);
  });
});

describe('an order', () => {
  const steps = kinds(
    'ordering',
    ['Belt', 'Key', 'Mirror', 'Drive'].map((text) => ({ text, fraction: 0 })),
    4,
  );

  it('earns the share of what stands in its place', () => {
    expect(worth(steps, { option_id: ['o0', 'o1', 'o2', 'o3'] })).toBe(1);
    expect(worth(steps, { option_id: ['o1', 'o0', 'o2', 'o3'] })).toBe(0.5);
    expect(worth(steps, { option_id: ['o3', 'o0', 'o1', 'o2'] })).toBe(0);
    expect(gradeAnswer(steps, { option_id: [] })).toMatchObject({ answered: false, marks: 0 });
  });

  it.each([
    ['order_incomplete', ['o0', 'o1', 'o2']],
    ['option_repeated', ['o0', 'o1', 'o2', 'o2']],
    ['option_foreign', ['o0', 'o1', 'o2', 'o9']],
  ])('is refused with code %s', (code, option_id) => {
    expect(refusal(steps, { option_id })).toBe(code);
  });

  it('is another answer in another order, as a choice of several is not', () => {
    const kept = (...option_id: string[]) => ({ option_id, given: null });
    expect(isSameAnswer('ordering', kept('a', 'b'), kept('b', 'a'))).toBe(false);
    expect(isSameAnswer('multiple', kept('a', 'b'), kept('b', 'a'))).toBe(true);
  });
});

describe('a question of any kind', () => {
  const PARTS: AnswerParts[] = [
    { option_id: ['o0'] },
    { text: 'x' },
    { value: '1' },
    { pairs: [{ option_id: 'o0', match: 'm' }] },
  ];

  it.each(QUESTION_KIND_CHOICES)(
    '%s takes no answer of another kind, and never earns less than nothing or more than all',
    (kind) => {
      const dice = chance(23);
      const asked = kinds(kind, [
        { text: '1', match: 'm', fraction: 1 },
        { text: '2', match: 'n', fraction: -1 },
        { text: '3', match: 'm', fraction: -0.5 },
      ]);
      const codes = PARTS.map((part) => refusal(asked, part));
      expect(codes.filter((code) => code === 'answer_part')).toHaveLength(3);
      for (let n = 0; n < 200; n++) {
        const ids = dice.shuffled(['o0', 'o1', 'o2']);
        const answer: Record<QuestionKind, AnswerParts> = {
          ...{ single: { option_id: ids.slice(2) }, true_false: { option_id: ids.slice(2) } },
          ...{ multiple: { option_id: ids.slice(dice.whole(0, 3)) }, ordering: { option_id: ids } },
          ...{ fill_in: { text: dice.one(['1', '2', '3', 'x']) }, numeric: { value: dice.one(['1', '2', '4']) } },
          matching: {
            pairs: ids.slice(dice.whole(0, 3)).map((option_id) => ({ option_id, match: dice.one(['m', 'n']) })),
          },
        };
        const { fraction, marks } = gradeAnswer(asked, answer[kind]);
        expect(fraction >= 0 && fraction <= 1 && Number.isSafeInteger(marks)).toBe(true);
      }
    },
  );
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
