import type { MatrixColumnAnswer } from '../../src/contract/report-answers';
import { isHeadcountSet, leastCovered } from '../../admin/src/pages/home/gaps';
import { pagerTotal } from '../../admin/src/kit/paging';

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

  it('is no further than rows are found by their number, however many are known', () => {
    expect(pagerTotal({ total: 80_000, exact: true }, PAGE, 20)).toBe(10_000);
    expect(pagerTotal({ total: 80_000, exact: true }, { page: 500, size: 20 }, 20)).toBe(10_001);
  });
});

describe('what the dashboard says of headcounts', () => {
  const column = (coverage: number | null) => ({ name: 'Welding', figures: { coverage } }) as MatrixColumnAnswer;

  it('is that all are met only where some are set', () => {
    expect([isHeadcountSet([column(null), column(null)]), isHeadcountSet([])]).toEqual([false, false]);
    expect([isHeadcountSet([column(null), column(100)]), leastCovered([column(null), column(100)])]).toEqual([
      true,
      [],
    ]);
  });
});
