import { Clock } from '../../src/common/clock';
import { readRedirect } from '../../src/infrastructure/database/read-redirect';
import { ReplicaReadService } from '../../src/infrastructure/replica/replica-read.service';

describe('reports whose replica is away', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are logged at most once a minute', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const warn = jest.fn();
    const replica = { isConfigured: true, reader: null, lastError: undefined, open: () => Promise.resolve() };
    const reports = new ReplicaReadService(replica as never, {} as never, new Clock(), {} as never, { warn } as never);
    const linesAt = async (instant: number): Promise<number> => {
      now = instant;
      await reports.runOnReplica(() => readRedirect.getStore()!.resolveReader());
      return warn.mock.calls.length;
    };
    // Each call is after the five-second pause in which the replica is not used.
    expect(await linesAt(0)).toBe(1);
    expect(await linesAt(5_000)).toBe(1);
    expect(await linesAt(54_999)).toBe(1);
    expect(await linesAt(60_000)).toBe(2);
  });
});
