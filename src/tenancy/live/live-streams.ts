import type { Socket } from 'node:net';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LIVE_BEAT_MS, type LiveSign } from '../../contract/live';
import { yieldToEventLoop } from '../../platform/event-loop';
import { Clock } from '../../platform/clock';
import { GracefulShutdown } from '../../platform/http/graceful-shutdown';
import { outsideRequest } from '../../platform/http/request-context';
import { firstIdAt, idFromBytes, newId } from '../../platform/ids';
import { Meters } from '../../platform/metrics/meters';
import { Sweeper } from '../../platform/jobs/sweeper';
import { Sessions } from '../sessions';
import type { Actor, Tenant } from '../tenant';
import { Tenants } from '../tenants';
import { LiveAudience, type Heard } from './live-audience';
import { LiveBus, OVERLAP_MS } from './live-bus';
import { Draining } from './live.errors';
import { LiveSlots } from './live-slots';
import type { Told } from './told';

/** A browser comes again by itself then: with a token that is good, at whichever process is the least busy. */
const LASTS_MS = 600_000;
/** What happens together is told together. */
const GATHER_MS = 100;
/** "A revoked session's ends within 5 s." */
const SESSIONS_EVERY_MS = 2_500;
const SESSIONS_AT_ONCE = 500;
/** A write to a socket is some 20 µs: between these it is looked whether others wait. */
const WRITTEN_AT_ONCE = 32;
/** Who does not read is not waited for. */
const UNREAD_MAX = 65_536;

interface Stream {
  readonly stream_id: string;
  readonly socket: Socket;
  readonly since: number;
  readonly until: number;
  /** It has been told what it missed: what it comes again with may go forward. */
  isCaughtUp: boolean;
  /** As the session says now. */
  tenant: Tenant;
}

/** The open streams of this process, by organisation: a beat, an end with the session, and what was told. */
@Injectable()
export class LiveStreams implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Map<number, Set<Stream>>();
  private waiting: Told[] = [];
  private readonly left: string[] = [];

  constructor(
    private readonly bus: LiveBus,
    private readonly slots: LiveSlots,
    private readonly audience: LiveAudience,
    private readonly sessions: Sessions,
    private readonly tenants: Tenants,
    private readonly clock: Clock,
    private readonly sweeper: Sweeper,
    private readonly shutdown: GracefulShutdown,
    private readonly meters: Meters,
  ) {}

  onModuleInit(): void {
    this.bus.onHeard((told) => this.heard(told));
    this.shutdown.onBegin(() => this.endAll());
    this.meters.watch({
      ...{ name: 'skilgrid_live_streams', help: 'Streams of what changes that are open' },
      read: () => [{ value: this.count }],
    });
    const here = { everywhere: true } as const;
    this.sweeper.register<never>({ ...here, name: 'live-beat', every: LIVE_BEAT_MS, batch: () => this.beat() });
    this.sweeper.register<never>({
      ...here,
      name: 'live-sessions',
      every: SESSIONS_EVERY_MS,
      batch: () => this.judge(),
    });
    this.sweeper.register<never>({
      ...{ name: 'live-slots', every: 3_600_000, leased: true },
      batch: async () => (await this.slots.forgetOld(), null),
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.endAll();
    await this.giveBack().catch(() => undefined);
  }

  get count(): number {
    return this.all().length;
  }

  /** Before anything is answered. @throws Draining, TooManyStreams */
  async admit(tenant: Tenant): Promise<string> {
    if (this.shutdown.isShuttingDown) throw new Draining();
    const stream_id = newId(this.clock.now());
    await this.slots.take(tenant.customer_id, tenant.actor.account_id!, stream_id, LASTS_MS + 2 * LIVE_BEAT_MS);
    return stream_id;
  }

  /** @param socket null: gone already @param after what the browser heard last, where it comes again */
  async open(tenant: Tenant, stream_id: string, socket: Socket | null, after: number | null): Promise<void> {
    if (!socket) return void this.left.push(stream_id);
    const now = this.clock.now();
    // By a clock that is ahead nothing would be told until that time has come.
    const times = { since: Math.min(after ?? now, now), until: now + LASTS_MS, isCaughtUp: after === null };
    const stream: Stream = { stream_id, socket, tenant, ...times };
    const { customer_id } = tenant;
    const own = this.streams.get(customer_id) ?? new Set<Stream>();
    this.streams.set(customer_id, own.add(stream));
    socket.once('close', () => this.gone(customer_id, stream));
    this.write(stream, `: here\n${after === null ? placeAt(now) : ''}\n`);
    if (socket.destroyed) this.gone(customer_id, stream);
    if (this.shutdown.isShuttingDown) return this.end(stream, 'end');
    await this.bus.listenFor(customer_id);
    if (after === null) return;
    // The answer has begun: what cannot be looked up is not an error any more, but everything is to be asked for again.
    if (!(await this.catchUp(stream, after).catch(() => false))) this.sign(stream, 'reset');
    stream.isCaughtUp = true;
  }

  /** @returns false: more has happened than can be told */
  private async catchUp(stream: Stream, after: number): Promise<boolean> {
    const missed = await this.bus.since(stream.tenant.customer_id, after);
    if (missed === 'too_much') return false;
    await this.hand(await this.audience.lookUp(missed, true), [stream]);
    return true;
  }

  private heard(told: readonly Told[] | 'too_much'): void {
    if (told === 'too_much') return this.all().forEach((stream) => this.sign(stream, 'reset'));
    const wanted = told.filter(({ customer_id }) => this.streams.has(customer_id) || this.streams.has(0));
    if (!wanted.length) return;
    const isFirst = !this.waiting.length;
    this.waiting.push(...wanted);
    if (isFirst) outsideRequest(() => setTimeout(() => void this.tellAll(), GATHER_MS).unref());
  }

  private async tellAll(): Promise<void> {
    const told = this.waiting;
    this.waiting = [];
    for (const customer of new Set(told.map(({ customer_id }) => customer_id))) {
      const hearers = [...(this.streams.get(customer) ?? []), ...(customer === 0 ? [] : (this.streams.get(0) ?? []))];
      const isNarrow = hearers.some(({ tenant }) => tenant.scope.kind === 'line' || tenant.scope.kind === 'self');
      const own = told.filter(({ customer_id }) => customer_id === customer);
      try {
        await this.hand(await this.audience.lookUp(own, isNarrow), hearers);
      } catch {
        // A database that is away: nobody is left with what was before.
        for (const stream of hearers) this.sign(stream, 'reset');
      }
    }
  }

  private async hand(heard: readonly Heard[], hearers: readonly Stream[]): Promise<void> {
    for (const [at, stream] of hearers.entries()) {
      if (at % WRITTEN_AT_ONCE === WRITTEN_AT_ONCE - 1) await yieldToEventLoop();
      let text = '';
      for (const each of heard) {
        if (each.told.at < stream.since - GATHER_MS) continue;
        const event = this.audience.eventFor(stream.tenant, each);
        if (event) text += `id: ${each.told.told_id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
      }
      if (text) this.write(stream, text);
    }
  }

  private async beat(): Promise<null> {
    const all = this.all();
    const now = this.clock.now();
    const beat = ': beat\n';
    const whole = `${beat}${placeAt(now)}`;
    for (const [at, stream] of all.entries()) {
      if (at % WRITTEN_AT_ONCE === WRITTEN_AT_ONCE - 1) await yieldToEventLoop();
      if (now >= stream.until) this.end(stream, 'end');
      else this.write(stream, `${stream.isCaughtUp ? whole : beat}\n`);
    }
    await this.giveBack();
    return null;
  }

  /** Ended, expired, overtaken by a new password: the stream ends. A new manager sees more from now on. */
  private async judge(): Promise<null> {
    const all = this.all();
    for (let from = 0; from < all.length; from += SESSIONS_AT_ONCE) {
      const some = all.slice(from, from + SESSIONS_AT_ONCE);
      const live = await this.sessions.liveAmong(some.map(({ tenant }) => tenant.actor.session_id!));
      for (const stream of some) {
        const now = live.get(stream.tenant.actor.session_id!);
        if (!now) this.end(stream, 'end');
        // What has stayed is kept: thousands made anew each time would be as many that live long enough to be costly.
        else if (!isAsBefore(stream.tenant, now.actor)) stream.tenant = this.tenants.ofSession(now.facts, now.actor);
      }
    }
    await this.giveBack();
    return null;
  }

  private endAll(): void {
    for (const stream of this.all()) this.end(stream, 'end');
  }

  private end(stream: Stream, sign: LiveSign): void {
    this.sign(stream, sign);
    stream.socket.end();
  }

  private sign(stream: Stream, sign: LiveSign): void {
    this.write(stream, `event: ${sign}\ndata: {}\n\n`);
  }

  private write({ socket }: Stream, text: string): void {
    if (!socket.writable) return;
    if (socket.writableLength > UNREAD_MAX) socket.destroy();
    else socket.write(text);
  }

  private gone(customer_id: number, stream: Stream): void {
    const own = this.streams.get(customer_id);
    if (!own?.delete(stream)) return;
    this.left.push(stream.stream_id);
    if (own.size) return;
    this.streams.delete(customer_id);
    outsideRequest(() => void this.bus.leave(customer_id));
  }

  private async giveBack(): Promise<void> {
    const ids = this.left.splice(0);
    if (ids.length) await this.slots.giveBack(ids);
  }

  private all(): Stream[] {
    return [...this.streams.values()].flatMap((own) => [...own]);
  }
}

/** All that decides what is heard. */
const isAsBefore = ({ actor }: Tenant, { role, staff_id, is_manager }: Actor): boolean =>
  actor.role === role && actor.staff_id === staff_id && actor.is_manager === is_manager;

/**
 * With which a browser that has heard nothing for long comes again, so that it is told what it missed and not to ask for
 * everything (HTML, Server-sent events: an id without data is kept). What others did may still be on its way to us.
 */
const placeAt = (now: number): string => `id: ${idFromBytes(firstIdAt(now - OVERLAP_MS))}\n`;
