// Runs the suites that use a database on a simulated multi-machine setup: three Galera nodes behind HAProxy with one
// writer, a Redis for each worker, emptied before each app, and object storage that verifies signatures. From Debian
// packages (mariadb-server, rsync, haproxy, redis-server, swift-*, memcached).
// npm run test:cluster                 all of them
// npm run test:cluster -- test/rest    only the files whose path matches
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { TestRedis } from '../support/test-redis';
import { ProductCluster } from '../support/product-cluster';

const root = join(__dirname, '../..');
/** Suites with an app and a database; suites that start their own servers need no setup. */
const SUITES = ['test/database', 'test/durability', 'test/isolation', 'test/rest', 'test/tenancy', 'test/legacy-api'];
const WORKERS = 2;

async function main(): Promise<number> {
  console.log('Starting three database nodes behind HAProxy, Redis, object storage …');
  const productCluster = await ProductCluster.startInfrastructure();
  const redis = await Promise.all(
    Array.from({ length: WORKERS }, () => TestRedis.start('--maxmemory-policy', 'noeviction')),
  );
  try {
    const requestedPaths = process.argv.slice(2);
    const suites = spawn(
      process.execPath,
      [join(root, 'scripts', 'test.mjs'), ...(requestedPaths.length ? requestedPaths : SUITES)],
      {
        env: {
          ...process.env,
          ...productCluster.storage.settings,
          // Object storage verifies signatures against the real time.
          TEST_CLOCK_OFFSET_MS: '0',
          TEST_ENGINE: 'mariadb',
          TEST_DATABASE_URL: new URL('/', productCluster.env['DATABASE_URL']).toString(),
          TEST_REDIS_URLS: redis.map(({ url }) => url).join(','),
        },
        stdio: 'inherit',
      },
    );
    return await new Promise<number>((done) => suites.once('exit', (code) => done(code ?? 1)));
  } finally {
    await Promise.all(redis.map((each) => each.kill()));
    await productCluster.stop();
  }
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
