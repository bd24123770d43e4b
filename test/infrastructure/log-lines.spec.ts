import { Writable } from 'node:stream';
import { AppLogger } from '../../src/infrastructure/logging/app-logger';
import { setRequestPrincipal, withRequestContext } from '../../src/common/http/request-context';
import { runWithWorkContext } from '../../src/common/work-context';
import { getBuildInfo } from '../../src/infrastructure/config/build-info';

const REQUEST = { requestId: 'a-request', address: '127.0.0.1', userAgent: '', surface: 'rest' } as const;

describe('a line of the log', () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (line: Buffer, _, done) => (lines.push(JSON.parse(line.toString()) as Record<string, unknown>), done()),
  });
  const logger = new AppLogger({ logLevel: 'info', production: true } as never, stream);
  const last = () => lines.at(-1);

  it('contains version and process id', () => {
    logger.log('begun', 'Server');
    expect(last()).toMatchObject({ version: getBuildInfo().version, pid: process.pid, msg: 'begun' });
    expect(getBuildInfo().version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('contains the customer and account ids of its request', () => {
    withRequestContext({ ...REQUEST }, () => {
      logger.warn('before the door');
      expect(last()).not.toHaveProperty('customer_id');
      setRequestPrincipal({ customer_id: 7, account_id: 'an-account' });
      logger.warn('behind it');
      expect(last()).toMatchObject({ request_id: 'a-request', customer_id: 7, account_id: 'an-account' });
      logger.fault(new Error('broken'));
      expect(last()).toMatchObject({ customer_id: 7, account_id: 'an-account', msg: 'fault' });
    });
  });

  it('contains the customer of the current mail or job', () => {
    runWithWorkContext({ type: 'mail', kind: 'invitation', customer_id: 9 }, () => logger.warn('not delivered'));
    expect(last()).toMatchObject({ customer_id: 9, msg: 'not delivered' });
    runWithWorkContext({ type: 'mail', kind: 'otp', customer_id: null }, () => logger.warn('not delivered'));
    expect(last()).not.toHaveProperty('customer_id');
  });
});
