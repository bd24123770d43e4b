import { Injectable } from '@nestjs/common';
import { RedisClient, RedisScript } from '../redis/redis-client';

/** The guarded UPDATE of database-counter.store.ts as a script: exactly `limit` concurrent uses pass. */
const HIT_SCRIPT = new RedisScript(`
local kept = redis.call('HMGET', KEYS[1], 'start', 'count', 'about')
local now, window, limit, about = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local start, count = tonumber(kept[1]), tonumber(kept[2]) or 0
local known = kept[3]
if not start or start <= now - window then start, count, known = now, 0, false end
if about ~= '' and known == about then return {1, start, 0} end
if count >= limit then return {0, start, 0} end
redis.call('HSET', KEYS[1], 'start', start, 'count', count + 1, 'about', about)
redis.call('PEXPIRE', KEYS[1], window + 60000)
return {1, start, 1}`);

/** Reverts a use when its transaction rolls back, unless another window has begun. */
const UNDO_SCRIPT = new RedisScript(`
local kept = redis.call('HMGET', KEYS[1], 'start', 'count')
if kept[1] == ARGV[1] and (tonumber(kept[2]) or 0) > 0 then
  redis.call('HINCRBY', KEYS[1], 'count', -1)
  redis.call('HSET', KEYS[1], 'about', '')
end
return 1`);

export interface RedisCountResult {
  allowed: boolean;
  window_start: number;
  /** null: nothing was counted. */
  undo: (() => Promise<unknown>) | null;
}

/** Counters in Redis, if configured: no transactions, no row locks. */
@Injectable()
export class RedisCounterStore {
  constructor(private readonly redisClient: RedisClient) {}

  /** @param id contains a hash, no name @returns null: Redis is unavailable, count in the database */
  async hit(
    id: string,
    now: number,
    windowMs: number,
    limit: number,
    subject: string | null,
  ): Promise<RedisCountResult | null> {
    if (!this.redisClient.isAvailable) return null;
    const key = this.redisClient.key('throttle', id);
    const reply = (await this.redisClient.run(HIT_SCRIPT, key, now, windowMs, limit, subject ?? '')) as
      number[] | undefined;
    if (!reply) return null;
    const [allowed, window_start, wasCounted] = reply as [number, number, number];
    return {
      allowed: allowed === 1,
      window_start,
      undo: wasCounted === 1 ? () => this.redisClient.run(UNDO_SCRIPT, key, window_start) : null,
    };
  }
}
