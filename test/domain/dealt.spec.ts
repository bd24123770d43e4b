import { dealt } from '../../src/quizzes/dealt';

describe('questions dealt to the places of a quiz', () => {
  it.each([
    ['nothing to deal', [], []],
    ['one of several', [{ count: 1, candidates: ['a', 'b'] }], [['a']]],
    ['all there are, where more are wanted', [{ count: 3, candidates: ['a', 'b'] }], [['a', 'b']]],
    [
      'none twice: who could take another one gives way',
      [
        { count: 1, candidates: ['a', 'b'] },
        { count: 1, candidates: ['a'] },
      ],
      [['b'], ['a']],
    ],
    [
      'along a chain; who comes last goes without',
      [
        { count: 1, candidates: ['a', 'b'] },
        { count: 1, candidates: ['b', 'c'] },
        { count: 1, candidates: ['a'] },
        { count: 1, candidates: ['b'] },
      ],
      [['b'], ['c'], ['a'], []],
    ],
  ])('%s', (_, deals, expected) => {
    expect(dealt(deals).map((each) => each.toSorted())).toEqual(expected);
  });

  it('again to where they were shown, whatever else could be taken there', () => {
    const deals = [
      { count: 1, candidates: ['q1', 'x'] },
      { count: 1, candidates: ['q1', 'q2'] },
    ];
    expect(dealt(deals, ['q1', 'q2'])).toEqual([['q1'], ['q2']]);
    const either = [
      { count: 1, candidates: ['b', 'a'] },
      { count: 1, candidates: ['b', 'a'] },
    ];
    expect(dealt(either, ['b', 'a'])).toEqual([['b'], ['a']]);
    // One that is gone is made up for.
    expect(dealt(deals, ['gone', 'q2'])).toEqual([['q1'], ['q2']]);
  });

  it('two hundred at once, each its own', () => {
    const candidates = Array.from({ length: 200 }, (_, at) => `q${at}`);
    const got = dealt(
      Array.from({ length: 20 }, (_, at) => ({ count: 10, candidates: candidates.slice(at, at + 181) })),
    );
    expect(got.map((each) => each.length)).toEqual(Array(20).fill(10));
    expect(new Set(got.flat()).size).toBe(200);
  });
});
