import { Database } from '../../src/platform/database/database';
import { Redis } from '../../src/platform/redis/redis';
import { Throttle } from '../../src/platform/throttle/throttle';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { OwnRedis } from '../support/own-redis';
import { throttling } from '../support/throttling';

const LIMIT = { limit: 3, windowMs: 60_000 };

describe('throttle, counted in Redis', () => {
  let redis: OwnRedis;
  let running: RunningApp;
  beforeAll(async () => {
    redis = await OwnRedis.start();
    running = await startApp({ env: { REDIS_URL: `${redis.url}/3?prefix=plant` } });
  });
  afterAll(async () => {
    await running?.close();
    await redis?.kill();
  });

  throttling(() => running);

  const hit = async (key: string) => (await running.app.get(Throttle).hit(key, LIMIT)).allowed;
  const kept = async () =>
    (await running.app.get(Database).rows<{ counter_key: string }>('SELECT counter_key FROM throttle_counter')).map(
      ({ counter_key }) => counter_key.split(':')[0]!,
    );
  const isThere = () => running.app.get(Redis).isThere;

  it('keeps uses there, under the prefix and its database, in no clear words; locks stay in the database', async () => {
    // On a slow machine one answer too late has let the database count for some seconds.
    await comesTo(isThere, true);
    await hit('fresh:box@plant.example');
    const found = await redis.ask(
      "EVAL \"redis.call('SELECT', 3) return table.concat(redis.call('KEYS', '*'), ' ')\" 0",
    );
    expect(found).toContain('plant:3:throttle:fresh:');
    expect(found).not.toContain('example');
    const scopes = await kept();
    expect(scopes).toEqual(expect.arrayContaining(['login', 'login-address']));
    expect(scopes).not.toContain('fresh');
  });

  it('counts in the database while Redis is killed, and in Redis when it is there again: never not at all', async () => {
    await redis.kill();
    await comesTo(async () => isThere(), false);
    expect([await hit('away:x'), await hit('away:x'), await hit('away:x'), await hit('away:x')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(await kept()).toContain('away');
    const ready = await fetch(`${running.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
    await redis.start();
    await comesTo(async () => isThere(), true);
    expect(await hit('back:x')).toBe(true);
    expect(await kept()).not.toContain('back');
  });

  it('waits for a silent one once, then counts in the database', async () => {
    redis.freeze();
    try {
      expect([await hit('silent:x'), await hit('silent:x'), await hit('silent:x'), await hit('silent:x')]).toEqual([
        true,
        true,
        true,
        false,
      ]);
      expect(isThere()).toBe(false);
    } finally {
      redis.goOn();
    }
  });
});
