import { TestRedis } from './test-redis';
import { TestS3 } from './test-s3';

const redisUrls = process.env['TEST_REDIS_URLS']?.split(',') ?? [];

/** True when processes notify each other through Redis and files come from an object storage with its own origin. */
export const isCluster = redisUrls.length > 0;

/**
 * The settings that `npm run test:cluster` (test/bench/suite-on-cluster.ts) gives every app: an emptied Redis and its
 * own bucket. Empty when the suites run on the database alone.
 */
export async function clusterEnv(): Promise<Record<string, string>> {
  if (!isCluster) return {};
  // One Redis per worker, so that no file empties another's.
  const REDIS_URL = redisUrls[(Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % redisUrls.length]!;
  await TestRedis.fromUrl(REDIS_URL).command('FLUSHALL');
  const { env } = await (await TestS3.start()).createBucket();
  return { REDIS_URL, ...env };
}

/** True when a file cannot run scripts with the app's origin: sandboxed by headers, or on the storage's origin. */
export function isIsolatedFromApp({ headers, url }: Response, appUrl: string): boolean {
  if (isCluster) return new URL(url).origin !== new URL(appUrl).origin;
  const policy = headers.get('content-security-policy') === "default-src 'none'; sandbox";
  return policy && headers.get('x-content-type-options') === 'nosniff';
}
