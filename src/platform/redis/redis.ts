import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Redis as Connection, type RedisOptions } from 'ioredis';
import { Config } from '../config/config';
import { StartRefused } from '../config/start-refused';
import { Log } from '../logging/log';
import { scrub } from '../logging/scrub';
import { parseRedisUrl, type RedisAddress } from './redis-address';

/** One that does not answer is taken for one that is away: whoever asks goes to the database instead. */
const PATIENCE_MS = 500;
const CONNECT_MS = 2_000;
/** Nobody waits for a silent one again and again. */
const LEFT_ALONE_MS = 2_000;
/** `WRONGPASS`, `NOAUTH`, `NOPERM`: no time mends it. */
const REFUSALS = /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|Client sent AUTH|DB index is out of range))/;

/** A piece of Lua that is done as a whole or not at all; known to the server by its digest. */
export class RedisScript {
  readonly digest: string;

  constructor(readonly text: string) {
    this.digest = createHash('sha1').update(text).digest('hex');
  }
}

/**
 * Redis, where REDIS_URL names one: what is counted and told is quicker there, and nothing is kept there alone (the
 * database is the truth). One that is away, silent or emptied makes the product
 * slower and keeps it ready: `isThere` says whom to ask, and each use says what is done without.
 */
@Injectable()
export class Redis implements OnModuleInit, OnApplicationShutdown {
  private readonly address: RedisAddress | null;
  private readonly connections: Connection[] = [];
  private main: Connection | undefined;
  private leftAloneUntil = 0;
  private isClosing = false;

  constructor(
    config: Config,
    private readonly log: Log,
  ) {
    this.address = config.redisUrl === null ? null : parseRedisUrl(config.redisUrl);
  }

  /** A wrong password and one that throws keys away stop the start; one that is not there yet does not. @throws StartRefused */
  async onModuleInit(): Promise<void> {
    if (!this.address) return;
    this.main = this.connect({ enableOfflineQueue: false, commandTimeout: PATIENCE_MS });
    // Of a refused password only the event tells: the call itself hears that the connection is closed.
    let said: string | undefined;
    const hear = (error: Error): void => void (said ??= error.message);
    this.main.on('error', hear);
    try {
      await this.main.connect();
      await this.refuseEvicting(this.main);
    } catch (error) {
      if (error instanceof StartRefused) throw error;
      const message = said ?? (error as Error).message;
      const why = scrub(message);
      if (REFUSALS.test(message)) throw await this.refused(`is refused by Redis (${why}).`);
      this.log.warn(`REDIS_URL: Redis does not answer (${why}); the database does its work until it comes`, 'Redis');
    }
    this.main.off('error', hear);
    this.main.on('ready', () => this.log.log('REDIS_URL: Redis is there', 'Redis'));
  }

  /** After all that used it: `onModuleDestroy` and `beforeApplicationShutdown` have run. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await Promise.all(
      this.connections.map(async (each) => {
        if (each.status === 'ready') await each.quit().catch(() => undefined);
        each.disconnect();
      }),
    );
  }

  get isWanted(): boolean {
    return this.address !== null;
  }

  /** It may be asked. */
  get isThere(): boolean {
    return this.main?.status === 'ready' && Date.now() >= this.leftAloneUntil && !this.isClosing;
  }

  /** `key('throttle', …)`; what is a customer's begins with the customer: `key(customer_id, 'live')`. */
  key(...parts: readonly (string | number)[]): string {
    return this.address!.prefix + parts.join(':');
  }

  /** @returns undefined: it is away, and whether it was done there is not known */
  async run(script: RedisScript, key: string, ...values: readonly (string | number)[]): Promise<unknown> {
    return this.asked(async (connection) => {
      try {
        return await connection.evalsha(script.digest, 1, key, ...values);
      } catch (error) {
        if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
        return connection.eval(script.text, 1, key, ...values);
      }
    });
  }

  /** @returns whether it was taken */
  async publish(channel: string, message: string): Promise<boolean> {
    return (await this.asked((connection) => connection.publish(channel, message))) !== undefined;
  }

  /** A connection of its own, for what holds one (listening). Closed with the others; null without REDIS_URL. */
  another(options: RedisOptions = {}): Connection | null {
    return this.address && this.connect(options);
  }

  private async asked<T>(ask: (connection: Connection) => Promise<T>): Promise<T | undefined> {
    if (!this.isThere) return undefined;
    try {
      return await ask(this.main!);
    } catch (error) {
      // A mistake of ours in a script must not pass for an outage.
      if (/^(ERR|WRONGTYPE)\b/.test((error as Error).message)) throw error;
      this.leftAloneUntil = Date.now() + LEFT_ALONE_MS;
      return undefined;
    }
  }

  private connect(options: RedisOptions): Connection {
    const connection = new Connection(this.address!.url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: (tries) => (this.isClosing ? null : Math.min(3_000, 50 * 2 ** Math.min(tries, 6))),
      ...options,
    });
    let isTold = false;
    connection.on('ready', () => (isTold = false));
    connection.on('error', (error: Error) => {
      if (!isTold && !this.isClosing) this.log.warn(`REDIS_URL: ${scrub(error.message)}`, 'Redis');
      isTold = true;
    });
    this.connections.push(connection);
    return connection;
  }

  /** "Bad input: a Redis that evicts". What it threw away would be counted anew, and a job's wake-up be lost. */
  private async refuseEvicting(connection: Connection): Promise<void> {
    const memory = await connection.info('memory');
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? 'noeviction';
    if (policy === 'noeviction') return;
    throw await this.refused(
      `names a Redis that throws keys away when its memory is full (maxmemory-policy ${policy}). ` +
        'Set maxmemory-policy noeviction there.',
    );
  }

  private async refused(what: string): Promise<StartRefused> {
    await this.onApplicationShutdown();
    return new StartRefused(`REDIS_URL ${what}`);
  }
}
