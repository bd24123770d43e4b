import { Writable } from 'node:stream';
import { Log } from '../../src/platform/logging/log';
import { tellWhose, withRequestContext } from '../../src/platform/http/request-context';
import { inWork } from '../../src/platform/work';
import { build } from '../../src/platform/build';

const REQUEST = { requestId: 'a-request', address: '127.0.0.1', userAgent: '', surface: 'rest' } as const;

describe('a line of the log', () => {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (line: Buffer, _, done) => (lines.push(JSON.parse(line.toString()) as Record<string, unknown>), done()),
  });
  const log = new Log({ logLevel: 'info', production: true } as never, stream);
  const last = () => lines.at(-1);

  it('says which version wrote it, and which process', () => {
    log.log('begun', 'Server');
    expect(last()).toMatchObject({ version: build().version, pid: process.pid, msg: 'begun' });
    expect(build().version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('names the organisation and the account of the request in which it was written, by their ids', () => {
    withRequestContext({ ...REQUEST }, () => {
      log.warn('before the door');
      expect(last()).not.toHaveProperty('customer_id');
      tellWhose({ customer_id: 7, account_id: 'an-account' });
      log.warn('behind it');
      expect(last()).toMatchObject({ request_id: 'a-request', customer_id: 7, account_id: 'an-account' });
      log.fault(new Error('broken'));
      expect(last()).toMatchObject({ customer_id: 7, account_id: 'an-account', msg: 'fault' });
    });
  });

  it('names the organisation whose mail or job is in hand', () => {
    inWork({ what: 'mail', kind: 'invitation', customer_id: 9 }, () => log.warn('not delivered'));
    expect(last()).toMatchObject({ customer_id: 9, msg: 'not delivered' });
    inWork({ what: 'mail', kind: 'otp', customer_id: null }, () => log.warn('not delivered'));
    expect(last()).not.toHaveProperty('customer_id');
  });
});
