import { PassThrough } from 'node:stream';
import { parseQuery, findRepeatedKey } from '../../src/common/http/query-string';
import { networkAddress, requestIdOf } from '../../src/common/http/request-context';
import { limitBodyDuration } from '../../src/infrastructure/http/body-timeouts';
import { surfaceOf } from '../../src/common/http/surfaces';
import { scrub } from '../../src/infrastructure/logging/scrub';

describe('request metadata', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:50312', '203.0.113.9'],
    ['[2001:db8:1:2::9]:50312', '2001:db8:1:2::/64'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['::203.0.113.9', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
    ['', 'unknown'],
    ['1.2.3.4.5', 'unknown'],
    [`x${'y'.repeat(500)}`, 'unknown'],
  ])('%s counts as %s', (address, expected) => expect(networkAddress(address)).toBe(expected));

  it('aborts a body that takes longer than thirty seconds', () => {
    jest.useFakeTimers();
    try {
      const [slow, complete] = [new PassThrough(), new PassThrough()];
      for (const body of [slow, complete]) limitBodyDuration(body);
      slow.write('{');
      complete.emit('end');
      jest.advanceTimersByTime(29_999);
      expect([slow.destroyed, complete.destroyed]).toEqual([false, false]);
      jest.advanceTimersByTime(1);
      expect([slow.destroyed, complete.destroyed]).toEqual([true, false]);
    } finally {
      jest.useRealTimers();
    }
  });

  it('keeps a valid request id and replaces any other', () => {
    expect(requestIdOf('trace-0123456789')).toBe('trace-0123456789');
    for (const header of [
      'short',
      'has space in it',
      'line\nbreak-line',
      'x'.repeat(65),
      undefined,
      ['a'.repeat(10)],
    ]) {
      expect(requestIdOf(header)).toMatch(/^[A-Za-z0-9_-]{16}$/);
    }
  });

  it('decodes percent signs only: a plus stays a plus', () => {
    expect(parseQuery('email=a+b%40c.example&pass=1%2B1+x&empty=&bare')).toEqual({
      email: 'a+b@c.example',
      pass: '1+1+x',
      empty: '',
      bare: '',
    });
    expect(findRepeatedKey(parseQuery('a=1&b=2&a=3'))).toBe('a');
    expect(parseQuery('id=1&id=2&id=3')).toEqual({ id: ['1', '2', '3'] });
    expect({ ...parseQuery('toString=1&valueOf=2') }).toEqual({ toString: '1', valueOf: '2' });
    expect(Object.getPrototypeOf(parseQuery('__proto__=1&constructor=2'))).toBe(Object.prototype);
  });

  it.each([
    ['/Common/send_otp?to_email=x', 'legacy'],
    ['/common/SEND_OTP', 'legacy'],
    ['/users/authenticate', 'legacy'],
    ['/api/employees/GetFinancialYear', 'legacy'],
    ['/API/Employees/x', 'legacy'],
    ['/api/staff?q=1', 'rest'],
    ['/API/nothing', 'rest'],
    ['/assets/x.js', 'rest'],
    ['/Health/live', 'rest'],
    ['/', 'page'],
    ['/staff/list', 'page'],
    ['/apiary', 'page'],
    ['/%41PI/x', 'rest'],
    ['//Common//x', 'legacy'],
    ['/Common%2fsend_otp', 'legacy'],
    ['/Common;v=1/send_otp', 'legacy'],
    ['/api\\staff', 'rest'],
    ['/staff/..%2f./api/x', 'rest'],
    ['/Common/..%2f..%2fetc', 'legacy'],
    ['http://elsewhere.example/api/staff', 'rest'],
  ])('%s is %s', (url, surface) => expect(surfaceOf(url)).toBe(surface));

  it('removes query strings, passwords in URLs and tokens from log lines', () => {
    const line = scrub(
      'GET /Common/verify_otp?otp=1234 failed at mariadb://root:hunter22@db:3306/x with Bearer abc.def.ghi',
    );
    expect(line).not.toMatch(/1234|hunter22|abc\.def/);
    expect(line).toContain('/Common/verify_otp?…');
    for (const header of [
      'redis://:hunter22@cache:6379 refused',
      "Incorrect string value: 'hunter22' for column `x`.`y`",
      "Truncated incorrect DOUBLE value: 'hunter22'",
      "Duplicate entry 'hunter22' for key 'email'",
    ])
      expect(scrub(header)).not.toContain('hunter22');
  });
});
