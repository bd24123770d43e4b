import { parseDecimal, fromDecimalUnits, isWithinTolerance, toDecimalUnits } from '../../src/contract/decimals';
import { QUESTION_KIND_CHOICES } from '../../src/contract/questions.resource';
import { isSameAnswer, type AnswerParts } from '../../src/modules/quizzes/answer-parts';
import { normalizeAnswerText } from '../../src/modules/quizzes/answer-scoring';
import type { GradedOption, GradedQuestion, QuestionKind } from '../../src/modules/quizzes/graded-question';
import { grade, gradeAnswer, passes, score } from '../../src/modules/quizzes/grading';
import { InvalidAnswersError } from '../../src/modules/quizzes/grading.errors';
import { grantedLevels } from '../../src/modules/trainings/granted-levels';
import { seededRandom } from '../support/seeded-random';

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

function errorCodeOf(gradeIt: () => unknown): string {
  try {
    gradeIt();
  } catch (error) {
    if (error instanceof InvalidAnswersError) return error.code;
    throw error;
  }
  return 'graded';
}

describe('a quiz', () => {
  it('gives full points for correct answers', () => {
    const result = grade(quiz, [answer('q1', 'right'), answer('q2', 'a', 'b', 'c'), answer('q3', 'false')], 80);
    expect(result).toMatchObject({ correct: 5, total: 5, score: 100, passed: true });
    expect(result.questions.map(({ fraction, marks }) => [fraction, marks])).toEqual([
      [1, 1e6],
      [1, 3e6],
      [1, 1e6],
    ]);
  });

  it('gives partial points, deducts for wrong options, and never falls below 0', () => {
    const marks = (...chosen: string[]) => gradeAnswer(multiple, { option_id: chosen }).fraction;
    expect([marks('a'), marks('a', 'b'), marks('a', 'b', 'x'), marks('a', 'y'), marks('y'), marks()]).toEqual([
      0.3333, 0.6666, 0.1666, 0, 0, 0,
    ]);
    expect(gradeAnswer(single, { option_id: ['harmful'] }).fraction).toBe(0);
    expect(marks('a', 'b', 'c', 'x', 'y')).toBe(0);
  });

  it('gives no more than the points of the question', () => {
    expect(gradeAnswer(question('q', 'multiple', { a: 1, b: 1 }), { option_id: ['a', 'b'] }).fraction).toBe(1);
  });

  it('can be 0, and distinguishes unanswered from wrong', () => {
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
    expect(errorCodeOf(() => grade(quiz, answers, 80))).toBe(code);
  });

  it('does not depend on the order of the answers', () => {
    const random = seededRandom(3);
    for (let n = 0; n < 200; n++) {
      const answers = [
        answer('q1', random.pick(['right', 'wrong'])),
        answer('q2', ...random.shuffle(['a', 'b', 'x']).slice(0, random.integer(0, 3))),
        answer('q3', random.pick(['true', 'false'])),
      ];
      expect(grade(quiz, random.shuffle(answers), 80)).toEqual(grade(quiz, answers, 80));
    }
  });
});

describe('ticking several options', () => {
  const multipleChoice = (correct: number, wrong: number, more: Partial<GradedQuestion> = {}): GradedQuestion => ({
    ...question('q', 'multiple', {
      ...Object.fromEntries(
        Array.from({ length: correct }, (_, at) => [`r${at}`, Math.round(10_000 / correct) / 10_000]),
      ),
      ...Object.fromEntries(Array.from({ length: wrong }, (_, at) => [`w${at}`, 0])),
    }),
    grading: 'wrong_ticks_cost',
    ...more,
  });
  const all = ({ options }: GradedQuestion) => options.map(({ option_id }) => option_id);
  const fractionFor = (target: GradedQuestion, ...option_id: string[]) => gradeAnswer(target, { option_id }).fraction;

  it('earns nothing when all options are ticked and one is wrong', () => {
    for (let correct = 1; correct <= 10; correct++)
      for (let wrong = 1; wrong <= 10; wrong++) {
        const target = multipleChoice(correct, wrong);
        expect([correct, wrong, fractionFor(target, ...all(target))]).toEqual([correct, wrong, 0]);
        const rightOnes = all(target).filter((id) => id.startsWith('r'));
        expect([correct, wrong, fractionFor(target, ...rightOnes)]).toEqual([correct, wrong, 1]);
      }
    const onlyCorrect = multipleChoice(3, 0);
    expect(fractionFor(onlyCorrect, ...all(onlyCorrect))).toBe(1);
  });

  it('earns 1/r per correct tick, and loses the larger of 1/r and 1/w per wrong one', () => {
    const twoOfFive = multipleChoice(2, 3);
    expect([
      fractionFor(twoOfFive, 'r0'),
      fractionFor(twoOfFive, 'r0', 'r1', 'w0'),
      fractionFor(twoOfFive, 'r0', 'w0'),
    ]).toEqual([0.5, 0.5, 0]);
    const fourOfSix = multipleChoice(4, 2);
    expect([fractionFor(fourOfSix, 'r0', 'r1', 'r2'), fractionFor(fourOfSix, 'r0', 'r1', 'r2', 'w0')]).toEqual([
      0.75, 0.25,
    ]);
    expect(fractionFor(multipleChoice(3, 4), 'r0', 'r1', 'w0')).toBe(0.333333);
    expect(fractionFor(twoOfFive)).toBe(0);
  });

  it('uses explicit negative fractions, and the rule for other wrong options', () => {
    const explicit = {
      ...question('q', 'multiple', { a: 0.5, b: 0.5, x: -0.1, y: 0 }),
      grading: 'wrong_ticks_cost' as const,
    };
    expect([fractionFor(explicit, 'a', 'b', 'x'), fractionFor(explicit, 'a', 'b', 'y')]).toEqual([0.9, 0.5]);
    expect(fractionFor(explicit, 'a', 'b', 'x', 'y')).toBe(0.4);
    const shares = { ...question('q', 'multiple', { a: 0.7, b: 0.3, x: 0 }), grading: 'wrong_ticks_cost' as const };
    expect([fractionFor(shares, 'a'), fractionFor(shares, 'b'), fractionFor(shares, 'a', 'b', 'x')]).toEqual([
      0.7, 0.3, 0,
    ]);
  });

  it('is all or nothing for questions with that grading', () => {
    const strict = multipleChoice(2, 2, { grading: 'all_or_nothing' });
    expect(fractionFor(strict, 'r0', 'r1')).toBe(1);
    for (const partial of [['r0'], ['r0', 'r1', 'w0'], ['w0'], []])
      expect([partial, fractionFor(strict, ...partial)]).toEqual([partial, 0]);
  });

  it('keeps the former grading in attempts from before the option existed', () => {
    const { grading: _, ...legacyQuestion } = multipleChoice(2, 3);
    expect(fractionFor(legacyQuestion, ...all(legacyQuestion))).toBe(1);
  });
});

const questionOf = (kind: QuestionKind, options: Partial<GradedOption>[], points = 1): GradedQuestion => ({
  question_id: 'q',
  kind,
  points,
  options: options.map((option, at) => ({ option_id: `o${at}`, fraction: 1, ...option })),
});
const fractionOf = (question: GradedQuestion, answer: AnswerParts) => gradeAnswer(question, answer).fraction;
const errorCode = (question: GradedQuestion, answer: AnswerParts) => errorCodeOf(() => gradeAnswer(question, answer));

describe('a text that is filled in', () => {
  const city = questionOf('fill_in', [
    { text: 'Weil am Rhein' },
    { text: 'Weil', fraction: 0.5 },
    { text: 'Wehr', fraction: 0 },
  ]);

  it('is correct regardless of case, spaces and Unicode form', () => {
    for (const text of ['Weil am Rhein', ' weil  AM\u00a0rhein ', 'Ｗｅｉｌ am Rhein', 'Weil\u200b am Rhe\u00adin'])
      expect(fractionOf(city, { text })).toBe(1);
    const cafe = questionOf('fill_in', [{ text: "L'été" }]);
    expect([fractionOf(cafe, { text: 'l\u2019e\u0301te\u0301' }), fractionOf(cafe, { text: 'l’ete' })]).toEqual([1, 0]);
  });

  it('earns the fraction of the matched answer, and nothing for a near match', () => {
    expect(fractionOf(city, { text: 'weil' })).toBe(0.5);
    for (const text of ['Weil am Rein', 'Weil am Rhein.', 'Weilam Rhein', 'Rhein', 'Wehr', '*', '.*'])
      expect(fractionOf(city, { text })).toBe(0);
  });

  it('is case-sensitive where required', () => {
    const formula = questionOf('fill_in', [{ text: 'NaCl', case_sensitive: true }]);
    expect([fractionOf(formula, { text: 'NaCl' }), fractionOf(formula, { text: 'NACL' })]).toEqual([1, 0]);
  });

  it('is not answered by spaces', () => {
    expect(gradeAnswer(city, { text: '  ' })).toMatchObject({ answered: false, marks: 0, given: null });
    expect(gradeAnswer(city, { text: 'x' })).toMatchObject({ answered: true, marks: 0, given: { text: 'x' } });
  });

  it('does not depend on the order of the accepted answers, and compares symmetrically', () => {
    const random = seededRandom(11);
    const texts = ['a', 'A', 'b c', 'B  C', 'é', 'e\u0301', 'ﬁ', 'fi', '½', '1⁄2'];
    for (let n = 0; n < 300; n++) {
      const options = random
        .shuffle(texts)
        .slice(0, 4)
        .map((text) => ({ text, fraction: random.pick([0, 0.25, 0.5, 1]) }));
      const text = random.pick(texts);
      const fraction = fractionOf(questionOf('fill_in', options), { text });
      expect(fractionOf(questionOf('fill_in', random.shuffle(options)), { text })).toBe(fraction);
      const accepted = options.filter((option) => normalizeAnswerText(option.text) === normalizeAnswerText(text));
      expect(fraction).toBe(Math.max(0, ...accepted.map(({ fraction }) => fraction)));
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
    expect(parseDecimal(text)).toBe(decimal);
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
  ])('“%s” is not a number', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('has a bound on its digits', () => {
    expect(parseDecimal('999999999999999')).toBe('999999999999999');
    expect([parseDecimal('1000000000000000'), parseDecimal('0.0000000001'), parseDecimal('9'.repeat(400))]).toEqual([
      ...[null, null, null],
    ]);
  });

  it('is compared exactly, including the bounds of its tolerance', () => {
    expect(isWithinTolerance('0.3', '0.2', '0.1')).toBe(true);
    expect(isWithinTolerance('0.300000001', '0.2', '0.1')).toBe(false);
    const sum = questionOf('numeric', [{ text: '0.3' }]);
    expect([
      fractionOf(sum, { value: '0.3' }),
      fractionOf(sum, { value: '0,30' }),
      fractionOf(sum, { value: '0.30000001' }),
    ]).toEqual([...[1, 1, 0]]);
  });

  it('earns the highest fraction of the matching tolerances, in any order', () => {
    const close = { text: '10', tolerance: '0.1', fraction: 1 };
    const far = { text: '10', tolerance: '1', fraction: 0.5 };
    for (const options of [
      [close, far],
      [far, close],
    ]) {
      const length = questionOf('numeric', options);
      const marks = ['10.1', '9.9', '10.11', '11', '11.01', '-10'].map((value) => fractionOf(length, { value }));
      expect(marks).toEqual([1, 1, 0.5, 0.5, 0, 0]);
    }
  });

  it('is refused when invalid, and unanswered when empty', () => {
    const sum = questionOf('numeric', [{ text: '3' }]);
    expect(errorCode(sum, { value: 'three' })).toBe('not_a_number');
    expect(gradeAnswer(sum, { value: ' ' })).toMatchObject({ answered: false, given: null });
    expect(gradeAnswer(sum, { value: '3,10' })).toMatchObject({ given: { value: '3.1' } });
  });

  it('survives a conversion to units and back', () => {
    const random = seededRandom(17);
    for (let n = 0; n < 500; n++) {
      const integerPart = String(random.integer(0, 999_999));
      const decimals = random.bool(60)
        ? `.${String(random.integer(1, 999_999)).padStart(random.integer(1, 9), '0').slice(0, 9)}`
        : '';
      const decimal = parseDecimal((random.bool(40) ? '-' : '') + integerPart + decimals)!;
      expect(parseDecimal(decimal)).toBe(decimal);
      expect(fromDecimalUnits(toDecimalUnits(decimal))).toBe(decimal);
      expect(isWithinTolerance(decimal, decimal, '0')).toBe(true);
    }
  });
});

describe('pairs', () => {
  const classes = questionOf('matching', [
    { text: 'Wood', match: 'A' },
    { text: 'Petrol', match: 'B' },
    { text: 'Diesel', match: 'B' },
    { text: '', match: 'C' },
  ]);
  const pair = (at: number, match: string) => ({ option_id: `o${at}`, match });

  it('earn a share each, also when two have the same match', () => {
    expect(fractionOf(classes, { pairs: [pair(0, 'A'), pair(1, 'B'), pair(2, 'B')] })).toBe(1);
    expect(fractionOf(classes, { pairs: [pair(0, 'A'), pair(1, 'C'), pair(2, 'B')] })).toBe(0.666667);
    expect(fractionOf(classes, { pairs: [pair(0, 'B')] })).toBe(0);
    expect(gradeAnswer(classes, { pairs: [] })).toMatchObject({ answered: false, given: null });
  });

  it('are stored in a canonical order', () => {
    const [first, second] = [
      [pair(2, 'B'), pair(0, 'A')],
      [pair(0, 'A'), pair(2, 'B')],
    ].map((pairs) => gradeAnswer(classes, { pairs }));
    expect(first!.given).toEqual({ pairs: [pair(0, 'A'), pair(2, 'B')] });
    expect(isSameAnswer('matching', first!, second!)).toBe(true);
  });

  it.each([
    ['option_repeated', [pair(0, 'A'), pair(0, 'B')]],
    ['option_foreign', [pair(9, 'A')]],
    ['option_foreign', [pair(3, 'C')]],
    ['match_foreign', [pair(0, 'a')]],
    ['match_foreign', [pair(0, '')]],
  ])('are refused with code %s', (code, pairs) => {
    expect(errorCode(classes, { pairs })).toBe(code);
  });
});

describe('an order', () => {
  const steps = questionOf(
    'ordering',
    ['Belt', 'Key', 'Mirror', 'Drive'].map((text) => ({ text, fraction: 0 })),
    4,
  );

  it('earns the share of correctly placed items', () => {
    expect(fractionOf(steps, { option_id: ['o0', 'o1', 'o2', 'o3'] })).toBe(1);
    expect(fractionOf(steps, { option_id: ['o1', 'o0', 'o2', 'o3'] })).toBe(0.5);
    expect(fractionOf(steps, { option_id: ['o3', 'o0', 'o1', 'o2'] })).toBe(0);
    expect(gradeAnswer(steps, { option_id: [] })).toMatchObject({ answered: false, marks: 0 });
  });

  it.each([
    ['order_incomplete', ['o0', 'o1', 'o2']],
    ['option_repeated', ['o0', 'o1', 'o2', 'o2']],
    ['option_foreign', ['o0', 'o1', 'o2', 'o9']],
  ])('is refused with code %s', (code, option_id) => {
    expect(errorCode(steps, { option_id })).toBe(code);
  });

  it('is a different answer in another order, unlike multiple choice', () => {
    const storedAnswer = (...option_id: string[]) => ({ option_id, given: null });
    expect(isSameAnswer('ordering', storedAnswer('a', 'b'), storedAnswer('b', 'a'))).toBe(false);
    expect(isSameAnswer('multiple', storedAnswer('a', 'b'), storedAnswer('b', 'a'))).toBe(true);
  });
});

describe('a question of any kind', () => {
  const PARTS: AnswerParts[] = [
    { option_id: ['o0'] },
    { text: 'x' },
    { value: '1' },
    { pairs: [{ option_id: 'o0', match: 'm' }] },
  ];

  it.each(QUESTION_KIND_CHOICES)('%s refuses answers of another kind, and earns between 0 and 1', (kind) => {
    const random = seededRandom(23);
    const target = questionOf(kind, [
      { text: '1', match: 'm', fraction: 1 },
      { text: '2', match: 'n', fraction: -1 },
      { text: '3', match: 'm', fraction: -0.5 },
    ]);
    const codes = PARTS.map((part) => errorCode(target, part));
    expect(codes.filter((code) => code === 'answer_part')).toHaveLength(3);
    for (let n = 0; n < 200; n++) {
      const ids = random.shuffle(['o0', 'o1', 'o2']);
      const answer: Record<QuestionKind, AnswerParts> = {
        single: { option_id: ids.slice(2) },
        true_false: { option_id: ids.slice(2) },
        multiple: { option_id: ids.slice(random.integer(0, 3)) },
        ordering: { option_id: ids },
        fill_in: { text: random.pick(['1', '2', '3', 'x']) },
        numeric: { value: random.pick(['1', '2', '4']) },
        matching: {
          pairs: ids.slice(random.integer(0, 3)).map((option_id) => ({ option_id, match: random.pick(['m', 'n']) })),
        },
      };
      const { fraction, marks } = gradeAnswer(target, answer[kind]);
      expect(fraction >= 0 && fraction <= 1 && Number.isSafeInteger(marks)).toBe(true);
    }
  });
});

describe('passing', () => {
  it('is decided on integers, never on the displayed score', () => {
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
  const grantedTo = (result: Parameters<typeof grantedLevels>[1]) =>
    grantedLevels(bands, result).map(({ skill_id, level }) => `${skill_id} ${level}`);

  it('are those of the highest band reached, one per skill', () => {
    expect(grantedTo({ correct: 79, total: 100 })).toEqual(['FIRE 1']);
    expect(grantedTo({ correct: 80, total: 100 })).toEqual(['WELD 2', 'FIRE 1']);
    expect(grantedTo({ correct: 19, total: 20 })).toEqual(['WELD 3', 'FIRE 1']);
    expect(grantedTo({ correct: 949_999, total: 1_000_000 })).toEqual(['WELD 2', 'FIRE 1']);
  });

  it('without a quiz are all of them', () => {
    expect(grantedTo(null)).toEqual(['WELD 3', 'FIRE 1']);
    expect(grantedLevels(bands.toReversed(), null)).toHaveLength(2);
  });
});
