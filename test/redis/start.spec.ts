import { TestRedis } from '../support/test-redis';
import { startApp } from '../support/app';
import { freePort, spawnProcess, type ProductProcess } from '../support/product-process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A Redis that evicts keys is refused at the start. If Redis is lost later, the product stays ready but slower. */
describe('a start with REDIS_URL', () => {
  const startOutcome = async (url: string): Promise<string> => {
    try {
      const running = await startApp({ env: { REDIS_URL: url } });
      await running.close();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is refused with one line when Redis would evict keys', async () => {
    const redis = await TestRedis.start('--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru');
    try {
      const line = await startOutcome(redis.url);
      expect(line).toMatch(/^REDIS_URL .*maxmemory-policy allkeys-lru.*noeviction/);
      expect(line).not.toContain('\n');
    } finally {
      await redis.kill();
    }
  });

  it('is refused when Redis refuses the password, which is not logged', async () => {
    const redis = await TestRedis.start('--requirepass', 'hunter22');
    try {
      const line = await startOutcome(redis.url.replace('//', '//:another@'));
      expect(line).toMatch(/^REDIS_URL is refused/);
      expect(line).not.toMatch(/another|hunter22|\n/);
      expect(await startOutcome(redis.url.replace('//', '//:hunter22@'))).toBe('started');
    } finally {
      await redis.kill();
    }
  });

  it('works without an unreachable Redis, logs one line, and shuts down cleanly', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-redis-'));
    let spawned: (ProductProcess & { output(): string }) | undefined;
    try {
      const process = await spawnProcess({
        DATA_DIR: folder,
        DATABASE_URL: `sqlite:${join(folder, 'own.db')}`,
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        LOG_LEVEL: 'warn',
      });
      spawned = process;
      await process.ready;
      const lines = process
        .output()
        .split('\n')
        .filter((line) => line.includes('REDIS_URL: Redis does not answer'));
      expect(lines).toHaveLength(1);
      expect((await fetch(`${process.url}/health/ready`)).status).toBe(200);
      const exited = new Promise((done) => process.child.once('exit', done));
      process.child.kill('SIGTERM');
      expect(await exited).toBe(0);
    } finally {
      await spawned?.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
