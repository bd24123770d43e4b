import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Redis as Connection } from 'ioredis';
import { Clock } from '../../common/clock';
import { Database } from '../../infrastructure/database/database';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { runOutsideRequest } from '../../common/http/request-context';
import { idFromBytes, idToBytes } from '../../common/ids';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { RedisClient } from '../../infrastructure/redis/redis-client';
import { findResourceBySubject } from '../../tenancy/resource-metadata';
import type { LiveMessage } from './live-message';
// Read by plain SQL only; the import registers the entity.
import './live-event.entity';

/** Poll interval without Redis. */
const POLL_INTERVAL_MS = 1_000;
/** Clocks differ, and transactions commit later than they began: messages are read again and recognized by id. */
export const OVERLAP_MS = 5_000;
const WRITE_DELAY_MS = 200;
/** Limit of one poll, and of messages replayed to one stream. */
const MAX_MESSAGES = 500;
const RETENTION_MS = 300_000;
const MAX_RECENT_IDS = 20_000;

type MessageHandler = (messages: readonly LiveMessage[] | 'too_much') => void;

interface MessageRow {
  told_id: Uint8Array;
  customer_id: number;
  at: number | string;
  kind: string;
  subject: string | null;
  subject_id: string | null;
  account_id: Uint8Array | null;
}

/**
 * Distributes live messages between processes. With Redis: one channel per customer. Without, or while Redis is down:
 * one poll a second of the audit trail and `live_event`, only while streams are open. A process delivers its own
 * messages at once. A lost message only delays a refresh.
 */
@Injectable()
export class LiveBus implements OnModuleInit {
  private handler: MessageHandler = () => undefined;
  private subscriber: Connection | null = null;
  private isSubscribed = false;
  private readonly channels = new Set<number>();
  /** Ids of recent messages, oldest first. */
  private readonly recentIds = new Set<string>();
  private polledAt: number | null = null;
  private readonly pendingWrites: LiveMessage[] = [];

  constructor(
    private readonly redisClient: RedisClient,
    private readonly database: Database,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
  ) {}

  onModuleInit(): void {
    this.scheduler.register<never>({
      name: 'live-look',
      intervalMs: POLL_INTERVAL_MS,
      runsOnEveryProcess: true,
      runBatch: () => this.poll(),
    });
    this.scheduler.register<never>({
      name: 'live-events',
      intervalMs: 60_000,
      isLeased: true,
      runBatch: () => this.deleteOld(),
    });
  }

  onMessages(handler: MessageHandler): void {
    this.handler = handler;
  }

  /**
   * Called after COMMIT; returns at once.
   * @param isShared the resource exists across customers, so platform staff are notified as well
   */
  publish(messages: readonly LiveMessage[], isShared: boolean): void {
    this.deliver(messages);
    runOutsideRequest(() => void this.distribute(messages, isShared).catch(() => undefined));
  }

  async subscribe(customer_id: number): Promise<void> {
    if (!this.channels.size) this.polledAt = this.clock.now();
    this.channels.add(customer_id);
    if (!this.redisClient.isConfigured) return;
    this.subscriber ??= this.connectSubscriber();
    if (this.isSubscribed) await this.subscriber?.subscribe(this.channelName(customer_id)).catch(() => undefined);
  }

  async unsubscribe(customer_id: number): Promise<void> {
    this.channels.delete(customer_id);
    if (this.isSubscribed) await this.subscriber?.unsubscribe(this.channelName(customer_id)).catch(() => undefined);
  }

  /** Messages since a time, for a reconnecting stream; `too_much`: reload everything. */
  async readSince(customer_id: number, at: number): Promise<readonly LiveMessage[] | 'too_much'> {
    const ageMs = this.clock.now() - at;
    // The clocks differ too much to compare.
    if (ageMs > RETENTION_MS || ageMs < -OVERLAP_MS) return 'too_much';
    const messages = await this.readRows('customer_id = ? AND at >= ?', [customer_id, at - OVERLAP_MS]);
    return messages.length >= MAX_MESSAGES ? 'too_much' : messages;
  }

  private deliver(messages: readonly LiveMessage[]): void {
    if (!this.channels.size) return;
    const fresh = messages.filter(({ told_id }) => !this.recentIds.has(told_id));
    for (const { told_id } of fresh) this.recentIds.add(told_id);
    for (const oldest of this.recentIds) {
      if (this.recentIds.size <= MAX_RECENT_IDS) break;
      this.recentIds.delete(oldest);
    }
    if (fresh.length) this.handler(fresh);
  }

  private async distribute(messages: readonly LiveMessage[], isShared: boolean): Promise<void> {
    const [first] = messages;
    if (!first) return;
    const message = JSON.stringify(messages);
    const isDelivered =
      (await this.redisClient.publish(this.channelNameIfEnabled(first.customer_id), message)) &&
      (!isShared || first.customer_id === 0 || (await this.redisClient.publish(this.channelNameIfEnabled(0), message)));
    // SQLite has only this process.
    if (isDelivered || this.database.engine === 'sqlite') return;
    const isFirst = !this.pendingWrites.length;
    this.pendingWrites.push(...messages.filter(({ kind }) => kind !== 'change'));
    if (!isFirst || !this.pendingWrites.length) return;
    await new Promise<void>((resolve) => setTimeout(resolve, WRITE_DELAY_MS).unref());
    await this.writePending();
  }

  /** One INSERT for several messages instead of one commit each. */
  private async writePending(): Promise<void> {
    const batch = this.pendingWrites.splice(0, MAX_MESSAGES);
    if (!batch.length) return;
    const placeholders = batch.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ');
    const sql = `INSERT INTO live_event (customer_id, live_event_id, at, kind, resource, subject_id, account_id) VALUES ${placeholders}`;
    const values = batch.flatMap(({ customer_id, told_id, at, kind, resource, id, account_id }) => [
      ...[customer_id, idToBytes(told_id), at, kind, resource, id],
      account_id === null ? null : idToBytes(account_id),
    ]);
    await this.transactions.run(() => this.database.write(sql, values));
    await this.writePending();
  }

  /** Only while Redis is not connected, and once after a reconnect. */
  private async poll(): Promise<null> {
    if (!this.channels.size || this.database.engine === 'sqlite') return null;
    if (this.isSubscribed && this.polledAt === null) return null;
    const now = this.clock.now();
    const messages = await this.readRows('at >= ?', [(this.polledAt ?? now) - OVERLAP_MS]);
    this.polledAt = this.isSubscribed ? null : now;
    if (messages.length >= MAX_MESSAGES) this.handler('too_much');
    else this.deliver(messages);
    return null;
  }

  private async readRows(where: string, values: readonly number[]): Promise<LiveMessage[]> {
    const resultRows = await this.database.rows<MessageRow>(
      `SELECT told_id, customer_id, at, kind, subject, subject_id, account_id FROM (
         SELECT audit_event_id AS told_id, customer_id, at, 'change' AS kind, subject_type AS subject, subject_id, NULL AS account_id
         FROM audit_event WHERE ${where}
         UNION ALL
         SELECT live_event_id, customer_id, at, kind, resource, subject_id, account_id FROM live_event WHERE ${where}
       ) told ORDER BY at, told_id LIMIT ${MAX_MESSAGES}`,
      [...values, ...values],
    );
    return resultRows.flatMap(({ told_id, customer_id, at, kind, subject, subject_id, account_id }) => {
      const resource = kind === 'change' ? findResourceBySubject(subject ?? '')?.definition.name : subject;
      if (!resource) return [];
      return {
        told_id: idFromBytes(told_id),
        customer_id: Number(customer_id),
        at: Number(at),
        kind: kind as LiveMessage['kind'],
        resource,
        id: subject_id,
        account_id: account_id === null ? null : idFromBytes(account_id),
      };
    });
  }

  private async deleteOld(): Promise<null> {
    const sql = 'DELETE FROM live_event WHERE at < ?';
    await this.transactions.run(() => this.database.write(sql, [this.clock.now() - RETENTION_MS]));
    return null;
  }

  private connectSubscriber(): Connection | null {
    const connection = this.redisClient.createConnection({ maxRetriesPerRequest: null, autoResubscribe: false });
    connection?.on('message', (_channel: string, message: string) =>
      this.deliver(JSON.parse(message) as LiveMessage[]),
    );
    connection?.on('close', () => {
      if (this.isSubscribed) this.polledAt = this.clock.now();
      this.isSubscribed = false;
    });
    connection?.on('ready', () => {
      const channelNames = [...this.channels].map((customer_id) => this.channelName(customer_id));
      const subscription = channelNames.length ? connection.subscribe(...channelNames) : Promise.resolve();
      void subscription.then(() => (this.isSubscribed = true)).catch(() => undefined);
    });
    void connection?.connect().catch(() => undefined);
    return connection;
  }

  private channelName(customer_id: number): string {
    return this.redisClient.key(customer_id, 'live');
  }

  private channelNameIfEnabled(customer_id: number): string {
    return this.redisClient.isConfigured ? this.channelName(customer_id) : '';
  }
}
