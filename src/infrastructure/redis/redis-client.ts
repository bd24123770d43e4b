import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Redis as Connection, type RedisOptions } from 'ioredis';
import { Config } from '../config/config';
import { StartupError } from '../config/startup-error';
import { AppLogger } from '../logging/app-logger';
import { scrub } from '../logging/scrub';
import { parseRedisUrl, type RedisAddress } from './redis-address';

/** A command without an answer for this long counts as failed; the caller uses the database instead. */
const COMMAND_TIMEOUT_MS = 500;
const CONNECT_TIMEOUT_MS = 2_000;
/** After a timeout Redis is skipped for this time. */
const BACKOFF_MS = 2_000;
/** Configuration errors, which retries do not solve. */
const CONFIGURATION_ERRORS =
  /^(WRONGPASS|NOAUTH|NOPERM|ERR (invalid password|Client sent AUTH|DB index is out of range))/;

/** An atomic Lua script, cached on the server by its digest. */
export class RedisScript {
  readonly digest: string;

  constructor(readonly text: string) {
    this.digest = createHash('sha1').update(text).digest('hex');
  }
}

/**
 * Optional Redis (REDIS_URL) for counters and notifications. The database remains the source of truth: without Redis
 * the product is slower but ready. Check `isAvailable`; each caller has a fallback (docs/operations.md).
 */
@Injectable()
export class RedisClient implements OnModuleInit, OnApplicationShutdown {
  private readonly address: RedisAddress | null;
  private readonly connections: Connection[] = [];
  private main: Connection | undefined;
  private unavailableUntil = 0;
  private isClosing = false;

  constructor(
    config: Config,
    private readonly logger: AppLogger,
  ) {
    this.address = config.redisUrl === null ? null : parseRedisUrl(config.redisUrl);
  }

  /** A wrong password or an evicting Redis stops the start; an unreachable one does not. @throws StartupError */
  async onModuleInit(): Promise<void> {
    if (!this.address) return;
    this.main = this.connect({ enableOfflineQueue: false, commandTimeout: COMMAND_TIMEOUT_MS });
    // A rejected password is only reported by the event; the call itself reports a closed connection.
    let errorMessage: string | undefined;
    const recordError = (error: Error): void => void (errorMessage ??= error.message);
    this.main.on('error', recordError);
    try {
      await this.main.connect();
      await this.assertNoEviction(this.main);
    } catch (error) {
      if (error instanceof StartupError) throw error;
      const message = errorMessage ?? (error as Error).message;
      const reason = scrub(message);
      if (CONFIGURATION_ERRORS.test(message)) throw await this.createStartupError(`is refused by Redis (${reason}).`);
      this.logger.warn(
        `REDIS_URL: Redis does not answer (${reason}); the database does its work until it comes`,
        'Redis',
      );
    }
    this.main.off('error', recordError);
    this.main.on('ready', () => this.logger.log('REDIS_URL: Redis is there', 'Redis'));
  }

  /** Runs after `onModuleDestroy` and `beforeApplicationShutdown` of its users. */
  async onApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    await Promise.all(
      this.connections.map(async (each) => {
        if (each.status === 'ready') await each.quit().catch(() => undefined);
        each.disconnect();
      }),
    );
  }

  get isConfigured(): boolean {
    return this.address !== null;
  }

  get isAvailable(): boolean {
    return this.main?.status === 'ready' && Date.now() >= this.unavailableUntil && !this.isClosing;
  }

  /** Builds a key: `key('throttle', …)`. Keys of a customer begin with its id: `key(customer_id, 'live')`. */
  key(...parts: readonly (string | number)[]): string {
    return this.address!.prefix + parts.join(':');
  }

  /** @returns undefined if Redis is unavailable; whether the script ran is then unknown */
  async run(script: RedisScript, key: string, ...values: readonly (string | number)[]): Promise<unknown> {
    return this.tryCommand(async (connection) => {
      try {
        return await connection.evalsha(script.digest, 1, key, ...values);
      } catch (error) {
        if (!(error as Error).message.startsWith('NOSCRIPT')) throw error;
        return connection.eval(script.text, 1, key, ...values);
      }
    });
  }

  /** @returns whether Redis accepted the message */
  async publish(channel: string, message: string): Promise<boolean> {
    return (await this.tryCommand((connection) => connection.publish(channel, message))) !== undefined;
  }

  /** A separate connection for blocking commands and subscriptions, closed at shutdown; null without REDIS_URL. */
  createConnection(options: RedisOptions = {}): Connection | null {
    return this.address && this.connect(options);
  }

  private async tryCommand<T>(command: (connection: Connection) => Promise<T>): Promise<T | undefined> {
    if (!this.isAvailable) return undefined;
    try {
      return await command(this.main!);
    } catch (error) {
      // A bug in a script must not pass for an outage.
      if (/^(ERR|WRONGTYPE)\b/.test((error as Error).message)) throw error;
      this.unavailableUntil = Date.now() + BACKOFF_MS;
      return undefined;
    }
  }

  private connect(options: RedisOptions): Connection {
    const connection = new Connection(this.address!.url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      retryStrategy: (attempts) => (this.isClosing ? null : Math.min(3_000, 50 * 2 ** Math.min(attempts, 6))),
      ...options,
    });
    let isErrorLogged = false;
    connection.on('ready', () => (isErrorLogged = false));
    connection.on('error', (error: Error) => {
      if (!isErrorLogged && !this.isClosing) this.logger.warn(`REDIS_URL: ${scrub(error.message)}`, 'Redis');
      isErrorLogged = true;
    });
    this.connections.push(connection);
    return connection;
  }

  /** Eviction would reset counters and lose wake-ups of jobs. */
  private async assertNoEviction(connection: Connection): Promise<void> {
    const memory = await connection.info('memory');
    const policy = /^maxmemory_policy:(\S+)/m.exec(memory)?.[1] ?? 'noeviction';
    if (policy === 'noeviction') return;
    throw await this.createStartupError(
      `names a Redis that throws keys away when its memory is full (maxmemory-policy ${policy}). ` +
        'Set maxmemory-policy noeviction there.',
    );
  }

  private async createStartupError(problem: string): Promise<StartupError> {
    await this.onApplicationShutdown();
    return new StartupError(`REDIS_URL ${problem}`);
  }
}
