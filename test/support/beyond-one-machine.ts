import { OwnRedis } from './own-redis';
import { OwnS3 } from './own-s3';

const redis = process.env['TEST_REDIS_URLS']?.split(',') ?? [];

/** Processes then tell each other by Redis, not by rows; files come from a storage with an address of its own. */
export const isBeyondOneMachine = redis.length > 0;

/**
 * What `npm run test:cluster` (test/bench/suite-on-cluster.ts) gives every app of the tests: a Redis, emptied before, and a bucket
 * of its own. Nothing where the suites run on the database alone.
 */
export async function beyondOneMachine(): Promise<Record<string, string>> {
  if (!isBeyondOneMachine) return {};
  // One for each worker: what one file empties is not another's.
  const REDIS_URL = redis[(Number(process.env['JEST_WORKER_ID'] ?? 1) - 1) % redis.length]!;
  await OwnRedis.at(REDIS_URL).ask('FLUSHALL');
  const { env } = await (await OwnS3.start()).bucket();
  return { REDIS_URL, ...env };
}

/** A file that says nothing in our name: shut in by its headers, or from the storage's own origin. */
export function cannotActAsOurPage({ headers, url }: Response, ours: string): boolean {
  if (isBeyondOneMachine) return new URL(url).origin !== new URL(ours).origin;
  const policy = headers.get('content-security-policy') === "default-src 'none'; sandbox";
  return policy && headers.get('x-content-type-options') === 'nosniff';
}
