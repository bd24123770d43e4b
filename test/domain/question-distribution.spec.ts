import { dealQuestions } from '../../src/modules/quizzes/question-dealing';

describe('questions distributed to the slots of a quiz', () => {
  it.each([
    ['nothing to deal', [], []],
    ['one of several', [{ count: 1, candidates: ['a', 'b'] }], [['a']]],
    ['all available ones when more are requested', [{ count: 3, candidates: ['a', 'b'] }], [['a', 'b']]],
    [
      'none twice: a slot with alternatives gives way',
      [
        { count: 1, candidates: ['a', 'b'] },
        { count: 1, candidates: ['a'] },
      ],
      [['b'], ['a']],
    ],
    [
      'along a chain; the last slot stays empty',
      [
        { count: 1, candidates: ['a', 'b'] },
        { count: 1, candidates: ['b', 'c'] },
        { count: 1, candidates: ['a'] },
        { count: 1, candidates: ['b'] },
      ],
      [['b'], ['c'], ['a'], []],
    ],
  ])('%s', (_, deals, expected) => {
    expect(dealQuestions(deals).map((each) => each.toSorted())).toEqual(expected);
  });

  it('keep the slots in which they were shown before', () => {
    const deals = [
      { count: 1, candidates: ['q1', 'x'] },
      { count: 1, candidates: ['q1', 'q2'] },
    ];
    expect(dealQuestions(deals, ['q1', 'q2'])).toEqual([['q1'], ['q2']]);
    const either = [
      { count: 1, candidates: ['b', 'a'] },
      { count: 1, candidates: ['b', 'a'] },
    ];
    expect(dealQuestions(either, ['b', 'a'])).toEqual([['b'], ['a']]);
    // A removed question is replaced.
    expect(dealQuestions(deals, ['gone', 'q2'])).toEqual([['q1'], ['q2']]);
  });

  it('two hundred without duplicates', () => {
    const candidates = Array.from({ length: 200 }, (_, at) => `q${at}`);
    const distributed = dealQuestions(
      Array.from({ length: 20 }, (_, at) => ({ count: 10, candidates: candidates.slice(at, at + 181) })),
    );
    expect(distributed.map((each) => each.length)).toEqual(Array(20).fill(10));
    expect(new Set(distributed.flat()).size).toBe(200);
  });
});
