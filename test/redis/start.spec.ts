import { OwnRedis } from '../support/own-redis';
import { startApp } from '../support/app';
import { freePort, spawnProcess, type ProductProcess } from '../support/process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** "Bad input: a Redis that evicts: one line at boot that names the variable. Redis lost later: slower, still ready." */
describe('a start with REDIS_URL', () => {
  const refusal = async (url: string): Promise<string> => {
    try {
      const running = await startApp({ env: { REDIS_URL: url } });
      await running.close();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it('is refused by one line where Redis would throw keys away', async () => {
    const redis = await OwnRedis.start('--maxmemory', '50mb', '--maxmemory-policy', 'allkeys-lru');
    try {
      const line = await refusal(redis.url);
      expect(line).toMatch(/^REDIS_URL .*maxmemory-policy allkeys-lru.*noeviction/);
      expect(line).not.toContain('\n');
    } finally {
      await redis.kill();
    }
  });

  it('is refused where Redis refuses the password, which is not told', async () => {
    const redis = await OwnRedis.start('--requirepass', 'hunter22');
    try {
      const line = await refusal(redis.url.replace('//', '//:another@'));
      expect(line).toMatch(/^REDIS_URL is refused/);
      expect(line).not.toMatch(/another|hunter22|\n/);
      expect(await refusal(redis.url.replace('//', '//:hunter22@'))).toBe('started');
    } finally {
      await redis.kill();
    }
  });

  it('goes on without one that is not there, says so in one line, and ends in order', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skilgrid-redis-'));
    let started: (ProductProcess & { output(): string }) | undefined;
    try {
      const process = await spawnProcess({
        DATA_DIR: folder,
        DATABASE_URL: `sqlite:${join(folder, 'own.db')}`,
        REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
        LOG_LEVEL: 'warn',
      });
      started = process;
      await process.ready;
      const lines = process
        .output()
        .split('\n')
        .filter((line) => line.includes('REDIS_URL: Redis does not answer'));
      expect(lines).toHaveLength(1);
      expect((await fetch(`${process.url}/health/ready`)).status).toBe(200);
      const ended = new Promise((done) => process.child.once('exit', done));
      process.child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      await started?.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
