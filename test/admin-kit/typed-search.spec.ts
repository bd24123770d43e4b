import { OwnSearches } from '@/crud/list/typed-search';

/** On a slow machine the address follows a search some keys later. */
describe('what a search box has searched for', () => {
  it('comes round as its own, and is not put over what was typed since', () => {
    const own = new OwnSearches();
    own.began('R');
    expect(own.last('Reyes')).toBe('R');
    own.began('');
    expect([own.cameRound('R'), own.last('R'), own.cameRound(''), own.last('')]).toEqual([true, '', true, '']);
  });

  it('may be overtaken by the next one, and comes no more', () => {
    const own = new OwnSearches();
    for (const words of ['Li', 'Lin', 'Lindt']) own.began(words);
    expect([own.cameRound('Lindt'), own.cameRound('Li')]).toEqual([true, false]);
  });

  it('is followed by the box where it was changed elsewhere, whatever is still on its way', () => {
    const own = new OwnSearches();
    own.began('Lindt');
    expect([own.cameRound('Petersen'), own.last('Petersen'), own.cameRound('Lindt')]).toEqual([
      false,
      'Petersen',
      false,
    ]);
  });
});
