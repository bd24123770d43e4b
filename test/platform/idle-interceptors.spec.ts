import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { isObservable, lastValueFrom, map } from 'rxjs';
import { passIdleInterceptors, type SometimesIdle } from '../../src/tenancy/idle-interceptors';
import { SafeWrites } from '../../src/tenancy/safe-writes.interceptor';

const askedForKeysOrVersions = (request: object) =>
  !SafeWrites.prototype.isIdle({ raw: { url: '/api/staff/1' }, headers: {}, tenant: {}, ...request } as never);

describe('an interceptor that has nothing to do', () => {
  beforeAll(() => {
    passIdleInterceptors();
    passIdleInterceptors();
  });
  const doubling = (isIdle?: boolean): Partial<SometimesIdle> => ({
    ...(isIdle !== undefined && { isIdle: () => isIdle }),
    intercept: (_context, next) => next.handle().pipe(map((answer: number) => answer * 2)),
  });
  const answer = async (interceptors: unknown[]) => {
    const found: unknown = await new InterceptorsConsumer().intercept(
      ...([interceptors, [{}], {}, () => undefined, () => Promise.resolve(21)] as unknown as Parameters<
        InterceptorsConsumer['intercept']
      >),
    );
    return isObservable(found) ? { intercepted: await lastValueFrom(found) } : found;
  };

  it('is passed; one that has is not, nor whoever stands beside it, nor one that does not tell', async () => {
    expect(await answer([doubling(true)])).toBe(21);
    expect(await answer([doubling(false)])).toEqual({ intercepted: 42 });
    expect(await answer([doubling(true), doubling(false)])).toEqual({ intercepted: 84 });
    expect(await answer([doubling()])).toEqual({ intercepted: 42 });
  });

  it('safe writes have where a key, a version or a trial is sent, and nowhere else', () => {
    const of = (method: string, headers: object, more: object = {}) =>
      askedForKeysOrVersions({ method, headers, ...more });
    expect(of('POST', {})).toBe(false);
    expect(of('POST', { 'idempotency-key': 'k' })).toBe(true);
    expect(of('PATCH', { 'idempotency-key': 'k' })).toBe(false);
    expect(of('PATCH', { 'if-match': '"1"' })).toBe(true);
    expect(of('POST', { 'if-match': '"1"' }, { raw: { url: '/Common/Login' } })).toBe(false);
    expect(of('DELETE', { 'x-dry-run': 'true' })).toBe(true);
    expect(of('DELETE', { 'x-dry-run': 'no' })).toBe(true);
    expect(of('POST', { 'x-dry-run': 'no' }, { raw: { url: '/Common/Login' } })).toBe(false);
    expect(of('POST', { 'x-dry-run': 'no' }, { tenant: undefined })).toBe(true);
    expect(of('PATCH', { 'x-dry-run': 'true' })).toBe(true);
    expect(of('POST', { 'idempotency-key': 'k' }, { tenant: undefined })).toBe(false);
  });
});
