import { Injectable } from '@nestjs/common';
import { Redis, RedisScript } from '../redis/redis';

/** The same decision as the database's guarded UPDATE (kept-counters.ts), in one step: of thirty at once exactly `limit` are let through. */
const HIT = new RedisScript(`
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

/** What was counted in a transaction that is undone; another window than that has begun without it. */
const GIVE_BACK = new RedisScript(`
local kept = redis.call('HMGET', KEYS[1], 'start', 'count')
if kept[1] == ARGV[1] and (tonumber(kept[2]) or 0) > 0 then
  redis.call('HINCRBY', KEYS[1], 'count', -1)
  redis.call('HSET', KEYS[1], 'about', '')
end
return 1`);

export interface Counted {
  allowed: boolean;
  window_start: number;
  /** null: this one was free, or refused. */
  giveBack: (() => Promise<unknown>) | null;
}

/** Counters of uses where REDIS_URL names a Redis: no transaction, no row that is locked. */
@Injectable()
export class RedisCounters {
  constructor(private readonly redis: Redis) {}

  /** @param id holds no name in the clear @returns null: count it in the database */
  async hit(id: string, now: number, windowMs: number, limit: number, about: string | null): Promise<Counted | null> {
    if (!this.redis.isThere) return null;
    const key = this.redis.key('throttle', id);
    const answer = (await this.redis.run(HIT, key, now, windowMs, limit, about ?? '')) as number[] | undefined;
    if (!answer) return null;
    const [allowed, window_start, counted] = answer as [number, number, number];
    return {
      allowed: allowed === 1,
      window_start,
      giveBack: counted === 1 ? () => this.redis.run(GIVE_BACK, key, window_start) : null,
    };
  }
}
