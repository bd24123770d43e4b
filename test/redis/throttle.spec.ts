import { Database } from '../../src/infrastructure/database/database';
import { RedisClient } from '../../src/infrastructure/redis/redis-client';
import { ThrottleService } from '../../src/infrastructure/throttle/throttle.service';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { TestRedis } from '../support/test-redis';
import { testThrottling } from '../support/throttling';

const LIMIT = { limit: 3, windowMs: 60_000 };

describe('throttle, counted in Redis', () => {
  let redis: TestRedis;
  let running: RunningApp;
  beforeAll(async () => {
    redis = await TestRedis.start();
    running = await startApp({ env: { REDIS_URL: `${redis.url}/3?prefix=plant` } });
  });
  afterAll(async () => {
    await running?.close();
    await redis?.kill();
  });

  testThrottling(() => running);

  const hit = async (key: string) => (await running.app.get(ThrottleService).hit(key, LIMIT)).allowed;
  const storedScopes = async () =>
    (await running.app.get(Database).rows<{ counter_key: string }>('SELECT counter_key FROM throttle_counter')).map(
      ({ counter_key }) => counter_key.split(':')[0]!,
    );
  const isThere = () => running.app.get(RedisClient).isAvailable;

  it('stores hashed counters in Redis under its prefix; locks stay in the database', async () => {
    // On a slow machine a late reply may have switched counting to the database for some seconds.
    await eventually(isThere, true);
    await hit('fresh:box@plant.example');
    const redisKeys = await redis.command(
      "EVAL \"redis.call('SELECT', 3) return table.concat(redis.call('KEYS', '*'), ' ')\" 0",
    );
    expect(redisKeys).toContain('plant:3:throttle:fresh:');
    expect(redisKeys).not.toContain('example');
    const scopes = await storedScopes();
    expect(scopes).toEqual(expect.arrayContaining(['login', 'login-address']));
    expect(scopes).not.toContain('fresh');
  });

  it('counts in the database while Redis is away, and in Redis again afterwards', async () => {
    await redis.kill();
    await eventually(async () => isThere(), false);
    expect([await hit('away:x'), await hit('away:x'), await hit('away:x'), await hit('away:x')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await storedScopes()).toContain('away');
    const ready = await fetch(`${running.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
    await redis.start();
    await eventually(async () => isThere(), true);
    expect(await hit('back:x')).toBe(true);
    expect(await storedScopes()).not.toContain('back');
  });

  it('waits for a silent Redis once, then counts in the database', async () => {
    redis.suspend();
    try {
      expect([await hit('silent:x'), await hit('silent:x'), await hit('silent:x'), await hit('silent:x')]).toEqual([
        true,
        true,
        true,
        false,
      ]);
      expect(isThere()).toBe(false);
    } finally {
      redis.resume();
    }
  });
});
