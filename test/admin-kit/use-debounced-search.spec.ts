import { PendingSearches } from '@/crud/list/use-debounced-search';

/** On a slow machine the address follows a search with a delay of some keys. */
describe('the searches of a search box', () => {
  it('are recognized when they reach the address, and do not overwrite newer typing', () => {
    const own = new PendingSearches();
    own.add('R');
    expect(own.latest('Reyes')).toBe('R');
    own.add('');
    expect([own.acknowledge('R'), own.latest('R'), own.acknowledge(''), own.latest('')]).toEqual([true, '', true, '']);
  });

  it('may be overtaken by the next one, and are then dropped', () => {
    const own = new PendingSearches();
    for (const words of ['Li', 'Lin', 'Lindt']) own.add(words);
    expect([own.acknowledge('Lindt'), own.acknowledge('Li')]).toEqual([true, false]);
  });

  it('give way to a change from elsewhere, whatever is still pending', () => {
    const own = new PendingSearches();
    own.add('Lindt');
    expect([own.acknowledge('Petersen'), own.latest('Petersen'), own.acknowledge('Lindt')]).toEqual([
      false,
      'Petersen',
      false,
    ]);
  });
});
