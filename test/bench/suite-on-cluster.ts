// The suites that touch a database, beyond one machine: three Galera nodes behind HAProxy with one writer, a Redis for each worker,
// emptied before each app, object storage that judges signatures. From Debian packages (mariadb-server, rsync, haproxy, redis-server,
// swift-*, memcached).
//   npm run test:cluster                 all of them
//   npm run test:cluster -- test/rest    only the files whose path matches
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { OwnRedis } from '../support/own-redis';
import { Scaled } from '../support/scaled';

const root = join(__dirname, '../..');
/** What has an app and a database; what starts servers of its own brings what it needs. */
const SUITES = ['test/database', 'test/durability', 'test/isolation', 'test/rest', 'test/tenancy', 'test/wire'];
const WORKERS = 2;

async function main(): Promise<number> {
  console.log('Starting three database nodes behind HAProxy, Redis, object storage …');
  const scaled = await Scaled.parts();
  const redis = await Promise.all(
    Array.from({ length: WORKERS }, () => OwnRedis.start('--maxmemory-policy', 'noeviction')),
  );
  try {
    const asked = process.argv.slice(2);
    const suites = spawn(process.execPath, [join(root, 'scripts', 'test.mjs'), ...(asked.length ? asked : SUITES)], {
      env: {
        ...process.env,
        ...scaled.storage.given,
        // Object storage judges by the real time when a request was signed.
        TEST_CLOCK_OFFSET_MS: '0',
        TEST_ENGINE: 'mariadb',
        TEST_DATABASE_URL: new URL('/', scaled.env['DATABASE_URL']).toString(),
        TEST_REDIS_URLS: redis.map(({ url }) => url).join(','),
      },
      stdio: 'inherit',
    });
    return await new Promise<number>((done) => suites.once('exit', (code) => done(code ?? 1)));
  } finally {
    await Promise.all(redis.map((each) => each.kill()));
    await scaled.stop();
  }
}

void main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
