import { setTimeout as pause } from 'node:timers/promises';
import { Line } from '../../src/platform/database/line';
import { DatabaseSlow, inOwnTime, patienceLeft, timeLeft, withPatience } from '../../src/platform/database/patience';
import { withRequestContext, type RequestContext } from '../../src/platform/http/request-context';

const request = <T>(work: () => T): T => {
  const context: RequestContext = { requestId: 'patience', address: '', userAgent: '', surface: 'rest' };
  return withRequestContext(context, work);
};
const nothing = (): void => undefined;
const answered = (milliseconds: number) => withPatience(() => pause(milliseconds, 'answer'), nothing);
const never = () => new Promise<never>(nothing);

/** contract.md, Integrity: the silence of one statement, not the sum of a request. */
describe('patience with a database', () => {
  it('that answers late each time is as great as before, and what it has taken counts for the whole request', async () => {
    await request(async () => {
      const whole = timeLeft();
      const before = patienceLeft();
      for (let sent = 0; sent < 4; sent++) await answered(400);
      expect(patienceLeft()).toBe(before);
      expect(whole - timeLeft()).toBeGreaterThan(1_000);
    });
  });

  it('that was silent until it refused a lock is the less for it, though it answers the next statement', async () => {
    await request(async () => {
      const before = patienceLeft();
      const refused = withPatience(async () => {
        await pause(600);
        throw new Error('no lock');
      }, nothing);
      await expect(refused).rejects.toThrow('no lock');
      await answered(1);
      expect(before - patienceLeft()).toBeGreaterThan(300);
    });
  });

  it('that does not answer ends, and what is given up is told so', async () => {
    await request(async () => {
      let given = 0;
      await expect(withPatience(never, () => (given += 1))).rejects.toThrow(DatabaseSlow);
      expect(given).toBe(1);
      await expect(answered(1)).rejects.toThrow(DatabaseSlow);
    });
  });

  it('ends for a request as a whole, however well it is answered', async () => {
    await request(() =>
      inOwnTime(300, async () => {
        await answered(200);
        await expect(answered(400)).rejects.toThrow(DatabaseSlow);
      }),
    );
  });

  it('in a line begins anew with each that got what it came for, and a line of the house costs none', async () => {
    const line = new Line(1);
    const holder = {};
    await line.acquire(holder);
    await request(async () => {
      const before = patienceLeft();
      const waiting = line.acquire({});
      await pause(600);
      line.moved();
      await pause(50);
      line.release(holder);
      await waiting;
      expect(before - patienceLeft()).toBeLessThan(500);
    });
    const house = new Line(1, true);
    await house.acquire(holder);
    await request(async () => {
      const before = patienceLeft();
      const waiting = house.acquire({});
      await pause(600);
      house.release(holder);
      await waiting;
      expect(patienceLeft()).toBe(before);
    });
  });
});
