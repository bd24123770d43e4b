import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Redis as Connection } from 'ioredis';
import { Clock } from '../../platform/clock';
import { Database } from '../../platform/database/database';
import { Transactions } from '../../platform/database/transactions';
import { outsideRequest } from '../../platform/http/request-context';
import { idFromBytes, idToBytes } from '../../platform/ids';
import { Sweeper } from '../../platform/jobs/sweeper';
import { Redis } from '../../platform/redis/redis';
import { resourceOfSubject } from '../resources/kept';
import type { Told } from './told';
// Its table is read by SQL text alone; here it becomes one of the schema's.
import './live-event.entity';

/** Between two looks at what other processes did, where no Redis tells. */
const LOOK_MS = 1_000;
/** Two clocks may differ, and a transaction that began earlier may commit later: read again, and known by its id. */
export const OVERLAP_MS = 5_000;
/** What happens together is written down together. */
const GATHER_MS = 200;
/** Of one look, and of what one stream missed. */
const LOOKED_AT_MAX = 500;
const KEPT_MS = 300_000;
const REMEMBERED = 20_000;

type Hearer = (told: readonly Told[] | 'too_much') => void;

interface Row {
  told_id: Uint8Array;
  customer_id: number;
  at: number | string;
  kind: string;
  subject: string | null;
  subject_id: string | null;
  account_id: Uint8Array | null;
}

/**
 * How processes tell each other. With Redis by publish, a channel for each organisation; without, or while it is away, by
 * one look a second at what the trail and `live_event` have that is new: one statement however many streams are open, and
 * none where none is. A process hears itself at once. What is lost on the way costs freshness and nothing else.
 */
@Injectable()
export class LiveBus implements OnModuleInit {
  private hearer: Hearer = () => undefined;
  private listener: Connection | null = null;
  private isListening = false;
  private readonly channels = new Set<number>();
  /** Known ones, oldest first. */
  private readonly known = new Set<string>();
  private lookedAt: number | null = null;
  private readonly unwritten: Told[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
  ) {}

  onModuleInit(): void {
    this.sweeper.register<never>({ name: 'live-look', every: LOOK_MS, everywhere: true, batch: () => this.look() });
    this.sweeper.register<never>({ name: 'live-events', every: 60_000, leased: true, batch: () => this.forgetOld() });
  }

  onHeard(hearer: Hearer): void {
    this.hearer = hearer;
  }

  /** After COMMIT; returns at once. @param above stands above organisations: platform staff hear of it too */
  tell(told: readonly Told[], above: boolean): void {
    this.hear(told);
    outsideRequest(() => void this.spread(told, above).catch(() => undefined));
  }

  /** There is a stream of this organisation here. */
  async listenFor(customer_id: number): Promise<void> {
    if (!this.channels.size) this.lookedAt = this.clock.now();
    this.channels.add(customer_id);
    if (!this.redis.isWanted) return;
    this.listener ??= this.listening();
    if (this.isListening) await this.listener?.subscribe(this.channel(customer_id)).catch(() => undefined);
  }

  async leave(customer_id: number): Promise<void> {
    this.channels.delete(customer_id);
    if (this.isListening) await this.listener?.unsubscribe(this.channel(customer_id)).catch(() => undefined);
  }

  /** What happened in an organisation since then, for a stream that comes again; `too_much` to be told one by one. */
  async since(customer_id: number, at: number): Promise<readonly Told[] | 'too_much'> {
    const ago = this.clock.now() - at;
    // Of a clock that is ahead of ours, or that ours was put back behind: when that was, nobody knows.
    if (ago > KEPT_MS || ago < -OVERLAP_MS) return 'too_much';
    const told = await this.rows('customer_id = ? AND at >= ?', [customer_id, at - OVERLAP_MS]);
    return told.length >= LOOKED_AT_MAX ? 'too_much' : told;
  }

  private hear(told: readonly Told[]): void {
    if (!this.channels.size) return;
    const fresh = told.filter(({ told_id }) => !this.known.has(told_id));
    for (const { told_id } of fresh) this.known.add(told_id);
    for (const oldest of this.known) {
      if (this.known.size <= REMEMBERED) break;
      this.known.delete(oldest);
    }
    if (fresh.length) this.hearer(fresh);
  }

  private async spread(told: readonly Told[], above: boolean): Promise<void> {
    const [first] = told;
    if (!first) return;
    const message = JSON.stringify(told);
    const reached =
      (await this.redis.publish(this.channelIf(first.customer_id), message)) &&
      (!above || first.customer_id === 0 || (await this.redis.publish(this.channelIf(0), message)));
    // An embedded database has one process, which has heard it.
    if (reached || this.database.engine === 'sqlite') return;
    const isFirst = !this.unwritten.length;
    this.unwritten.push(...told.filter(({ kind }) => kind !== 'change'));
    if (!isFirst || !this.unwritten.length) return;
    await new Promise<void>((go) => setTimeout(go, GATHER_MS).unref());
    await this.writeDown();
  }

  /** Where others look: what goes on is told often, and each row by itself would be a commit. */
  private async writeDown(): Promise<void> {
    const unseen = this.unwritten.splice(0, LOOKED_AT_MAX);
    if (!unseen.length) return;
    const rows = unseen.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ');
    const sql = `INSERT INTO live_event (customer_id, live_event_id, at, kind, resource, subject_id, account_id) VALUES ${rows}`;
    const values = unseen.flatMap(({ customer_id, told_id, at, kind, resource, id, account_id }) => [
      ...[customer_id, idToBytes(told_id), at, kind, resource, id],
      account_id === null ? null : idToBytes(account_id),
    ]);
    await this.transactions.run(() => this.database.write(sql, values));
    await this.writeDown();
  }

  /** Where Redis tells nothing at the moment, and once after it was away. */
  private async look(): Promise<null> {
    if (!this.channels.size || this.database.engine === 'sqlite') return null;
    if (this.isListening && this.lookedAt === null) return null;
    const now = this.clock.now();
    const told = await this.rows('at >= ?', [(this.lookedAt ?? now) - OVERLAP_MS]);
    this.lookedAt = this.isListening ? null : now;
    if (told.length >= LOOKED_AT_MAX) this.hearer('too_much');
    else this.hear(told);
    return null;
  }

  private async rows(where: string, values: readonly number[]): Promise<Told[]> {
    const rows = await this.database.rows<Row>(
      `SELECT told_id, customer_id, at, kind, subject, subject_id, account_id FROM (
         SELECT audit_event_id AS told_id, customer_id, at, 'change' AS kind, subject_type AS subject, subject_id, NULL AS account_id
         FROM audit_event WHERE ${where}
         UNION ALL
         SELECT live_event_id, customer_id, at, kind, resource, subject_id, account_id FROM live_event WHERE ${where}
       ) told ORDER BY at, told_id LIMIT ${LOOKED_AT_MAX}`,
      [...values, ...values],
    );
    return rows.flatMap(({ told_id, customer_id, at, kind, subject, subject_id, account_id }) => {
      const resource = kind === 'change' ? resourceOfSubject(subject ?? '')?.definition.name : subject;
      if (!resource) return [];
      return {
        ...{ told_id: idFromBytes(told_id), customer_id: Number(customer_id), at: Number(at) },
        ...{ kind: kind as Told['kind'], resource, id: subject_id },
        account_id: account_id === null ? null : idFromBytes(account_id),
      };
    });
  }

  private async forgetOld(): Promise<null> {
    const sql = 'DELETE FROM live_event WHERE at < ?';
    await this.transactions.run(() => this.database.write(sql, [this.clock.now() - KEPT_MS]));
    return null;
  }

  private listening(): Connection | null {
    const connection = this.redis.another({ maxRetriesPerRequest: null, autoResubscribe: false });
    connection?.on('message', (_channel: string, message: string) => this.hear(JSON.parse(message) as Told[]));
    connection?.on('close', () => {
      if (this.isListening) this.lookedAt = this.clock.now();
      this.isListening = false;
    });
    connection?.on('ready', () => {
      const all = [...this.channels].map((customer_id) => this.channel(customer_id));
      const heard = all.length ? connection.subscribe(...all) : Promise.resolve();
      void heard.then(() => (this.isListening = true)).catch(() => undefined);
    });
    void connection?.connect().catch(() => undefined);
    return connection;
  }

  private channel(customer_id: number): string {
    return this.redis.key(customer_id, 'live');
  }

  private channelIf(customer_id: number): string {
    return this.redis.isWanted ? this.channel(customer_id) : '';
  }
}
