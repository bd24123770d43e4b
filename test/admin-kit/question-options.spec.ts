import { answerTexts, isAnswered, swapWithNeighbour } from '../../admin/src/features/learner/quiz/partial-answer';
import {
  adaptToKind,
  findOptionsProblem,
  initialOptions,
  type QuestionKind,
  type OptionDraft,
} from '../../admin/src/features/questions/question-options';
import { QUESTION_KIND_CHOICES } from '../../src/contract/questions.resource';

const WORDS = ['True', 'False'] as const;
const draft = (text: string, more: Partial<OptionDraft> = {}): OptionDraft => ({
  text,
  fraction: 0,
  feedback: null,
  ...more,
});
const problem = (kind: QuestionKind, ...options: OptionDraft[]) => {
  const result = findOptionsProblem(options, kind);
  return result && `${result.key.split('.').at(-1)} ${result.facts['at']}`;
};

describe('the options of a question while it is written', () => {
  it.each([
    ['fill_in', [draft('a', { fraction: 1 })], null],
    ['fill_in', [draft('a', { fraction: 0.5 })], 'none_full 0'],
    ['numeric', [draft('3,5', { fraction: 1, tolerance: '0.1' })], null],
    ['numeric', [draft('3', { fraction: 1 }), draft('three', { fraction: 0.5 })], 'not_number 2'],
    ['numeric', [draft('3', { fraction: 1, tolerance: '-1' })], 'not_number 1'],
    ['numeric', [draft('3', { fraction: 1, tolerance: 'x' })], 'not_number 1'],
    ['matching', [draft('a', { match: '1' }), draft('b', { match: '2' }), draft('', { match: '3' })], null],
    ['matching', [draft('a', { match: '1' }), draft('b')], 'no_match 2'],
    ['matching', [draft('a', { match: '1' }), draft('', { match: '2' })], 'too_few 0'],
    ['ordering', [draft('a'), draft('b'), draft('')], null],
    ['ordering', [draft('a'), draft('a')], 'repeated 0'],
  ] as const)('of %s are checked beforehand as the server does (%#)', (kind, options, expected) => {
    expect(problem(kind, ...options)).toBe(expected);
  });

  it('keep every text when the kind is another', () => {
    const options = [draft('3', { fraction: 1 }), draft('4')];
    for (const kind of QUESTION_KIND_CHOICES) {
      expect(adaptToKind(options, kind, WORDS).map(({ text }) => text)).toEqual(['3', '4']);
      expect(initialOptions(kind, WORDS).length).toBeGreaterThan(0);
    }
    const marks = (kind: QuestionKind, from: readonly OptionDraft[]) =>
      adaptToKind(from, kind, WORDS).map(({ fraction }) => fraction);
    expect(marks('fill_in', options)).toEqual([1, 0]);
    expect(marks('ordering', options)).toEqual([0, 0]);
    expect(marks('numeric', adaptToKind(options, 'ordering', WORDS))).toEqual([1, 1]);
  });
});

describe('an answer that was given', () => {
  const options = [
    { option_id: 'a', text: 'Wood' },
    { option_id: 'b', text: 'Oil' },
  ];
  it('is described in words, whatever its kind', () => {
    expect(answerTexts({ options }, { option_id: ['b', 'a'] })).toEqual(['Oil', 'Wood']);
    expect(answerTexts({ options }, { pairs: [{ option_id: 'a', match: 'A' }] })).toEqual(['Wood: A']);
    expect(answerTexts({ options: [] }, { text: ' argon ' })).toEqual(['argon']);
    expect(answerTexts({ options: [] }, { option_id: [], value: '3.5' })).toEqual(['3.5']);
    expect(answerTexts({ options }, undefined)).toEqual([]);
  });
  it('is none where nothing was said', () => {
    const empty = [undefined, {}, { option_id: [] }, { text: ' ' }, { value: '' }, { pairs: [] }];
    expect(empty.some(isAnswered)).toBe(false);
    expect([{ value: '0' }, { text: '0' }].every(isAnswered)).toBe(true);
  });
  it('moves one step up or down', () => {
    expect([swapWithNeighbour(['a', 'b', 'c'], 1, -1), swapWithNeighbour(['a', 'b', 'c'], 1, 1)]).toEqual([
      ...[
        ['b', 'a', 'c'],
        ['a', 'c', 'b'],
      ],
    ]);
  });
});
