import { Clock } from '../../src/platform/clock';
import { readsElsewhere } from '../../src/platform/database/elsewhere';
import { ReportReads } from '../../src/platform/replica/report-reads';

describe('reports whose replica is away', () => {
  afterEach(() => jest.restoreAllMocks());

  it('say so in the log once a minute at most', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const warn = jest.fn();
    const replica = { isWanted: true, reads: null, refusal: undefined, open: () => Promise.resolve() };
    const reports = new ReportReads(replica as never, {} as never, new Clock(), {} as never, { warn } as never);
    const linesAt = async (instant: number): Promise<number> => {
      now = instant;
      await reports.within(() => readsElsewhere.getStore()!.place());
      return warn.mock.calls.length;
    };
    // Each of them is asked after the pause of five seconds in which the replica is left alone.
    expect(await linesAt(0)).toBe(1);
    expect(await linesAt(5_000)).toBe(1);
    expect(await linesAt(54_999)).toBe(1);
    expect(await linesAt(60_000)).toBe(2);
  });
});
