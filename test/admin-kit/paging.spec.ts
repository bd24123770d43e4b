import type { MatrixColumn } from '../../src/contract/report.responses';
import { isHeadcountSet, leastCoveredSkills } from '../../admin/src/features/home/coverage-gaps';
import { findLastPage, pagerTotal } from '../../admin/src/crud/list/paging';

const PAGE = { page: 3, size: 20 };

describe('how far a pager goes', () => {
  it('is to the last row that was counted', () => {
    expect(pagerTotal({ total: 47 }, PAGE, 7)).toBe(47);
    expect(pagerTotal({ total: 47, exact: true }, { page: 1, size: 20 }, 20)).toBe(47);
  });

  it('is one page more than a full one where counting stopped, and ends with the first that is not full', () => {
    expect(pagerTotal({ total: 20, exact: false }, PAGE, 20)).toBe(61);
    expect(pagerTotal({ total: 20, exact: false }, PAGE, 19)).toBe(60);
    expect(pagerTotal({ total: 10_000, exact: false }, PAGE, 20)).toBe(10_000);
  });

  it('stops at the last row that can be reached by number, however many are known', () => {
    expect(pagerTotal({ total: 80_000, exact: true }, PAGE, 20)).toBe(10_000);
    expect(pagerTotal({ total: 80_000, exact: true }, { page: 500, size: 20 }, 20)).toBe(10_001);
  });
});

describe('a page beyond the last one', () => {
  it('leads to the last', () => {
    expect(findLastPage({ total: 47 }, { page: 99, size: 20 }, 0)).toBe(3);
    expect(findLastPage({ total: 40, exact: true }, { page: 3, size: 20 }, 0)).toBe(2);
    expect(findLastPage({ total: 1 }, { page: 2, size: 20 }, 0)).toBe(1);
    expect(findLastPage({ total: 40, exact: false }, { page: 7, size: 20 }, 0)).toBe(2);
  });

  it('is none where it has rows, where there are no rows at all, and where it is the last', () => {
    expect(findLastPage({ total: 20, exact: false }, { page: 3, size: 20 }, 20)).toBeNull();
    expect(findLastPage({ total: 0 }, { page: 9, size: 20 }, 0)).toBeNull();
    expect(findLastPage({ total: 47 }, { page: 3, size: 20 }, 0)).toBeNull();
  });
});

describe('what the dashboard says of headcounts', () => {
  const column = (coverage: number | null) => ({ name: 'Welding', figures: { coverage } }) as MatrixColumn;

  it('is that all are met only where some are set', () => {
    expect([isHeadcountSet([column(null), column(null)]), isHeadcountSet([])]).toEqual([false, false]);
    expect([isHeadcountSet([column(null), column(100)]), leastCoveredSkills([column(null), column(100)])]).toEqual([
      true,
      [],
    ]);
  });
});
