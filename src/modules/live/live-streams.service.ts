import type { Socket } from 'node:net';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { LIVE_HEARTBEAT_MS, type LiveControlEvent } from '../../contract/live';
import { yieldToEventLoop } from '../../common/event-loop';
import { Clock } from '../../common/clock';
import { GracefulShutdownService } from '../../infrastructure/http/graceful-shutdown.service';
import { runOutsideRequest } from '../../common/http/request-context';
import { smallestIdAt, idFromBytes, newId } from '../../common/ids';
import { MetricsService } from '../../infrastructure/metrics/metrics.service';
import { JobScheduler } from '../../infrastructure/jobs/job-scheduler';
import { SessionsService } from '../../auth/sessions.service';
import type { Actor, Tenant } from '../../tenancy/tenant';
import { TenantFactory } from '../../tenancy/tenant.factory';
import { LiveAudienceService, type AddressedMessage } from './live-audience.service';
import { LiveBus, OVERLAP_MS } from './live-bus';
import { ServerDrainingError } from './live.errors';
import { LiveStreamSlotsService } from './live-stream-slots.service';
import type { LiveMessage } from './live-message';

/** The browser reconnects, with a fresh token and to any process. */
const STREAM_MAX_MS = 600_000;
const SEND_DELAY_MS = 100;
/** A stream must end within 5 s after its session. */
const SESSION_CHECK_INTERVAL_MS = 2_500;
const SESSION_CHECK_BATCH_SIZE = 500;
/** One socket write takes about 20 µs; yields to the event loop after so many. */
const WRITES_PER_TURN = 32;
/** A client that does not read is disconnected. */
const MAX_UNREAD_BYTES = 65_536;

interface LiveStream {
  readonly stream_id: string;
  readonly socket: Socket;
  readonly since: number;
  readonly until: number;
  /** Missed messages were sent, so the resume id may advance. */
  isCaughtUp: boolean;
  /** As of the last session check. */
  tenant: Tenant;
}

/** Open streams of this process, by customer: heartbeat, session check and delivery. */
@Injectable()
export class LiveStreamsService implements OnModuleInit, OnModuleDestroy {
  private readonly streams = new Map<number, Set<LiveStream>>();
  private pendingMessages: LiveMessage[] = [];
  private readonly closedStreamIds: string[] = [];

  constructor(
    private readonly bus: LiveBus,
    private readonly slots: LiveStreamSlotsService,
    private readonly audience: LiveAudienceService,
    private readonly sessionsService: SessionsService,
    private readonly tenantFactory: TenantFactory,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
    private readonly shutdown: GracefulShutdownService,
    private readonly metrics: MetricsService,
  ) {}

  onModuleInit(): void {
    this.bus.onMessages((messages) => this.onMessages(messages));
    this.shutdown.onBegin(() => this.endAll());
    this.metrics.register({
      name: 'skilgrid_live_streams',
      help: 'Streams of what changes that are open',
      read: () => [{ value: this.count }],
    });
    const onEveryProcess = { runsOnEveryProcess: true } as const;
    this.scheduler.register<never>({
      ...onEveryProcess,
      name: 'live-beat',
      intervalMs: LIVE_HEARTBEAT_MS,
      runBatch: () => this.sendHeartbeat(),
    });
    this.scheduler.register<never>({
      ...onEveryProcess,
      name: 'live-sessions',
      intervalMs: SESSION_CHECK_INTERVAL_MS,
      runBatch: () => this.checkSessions(),
    });
    this.scheduler.register<never>({
      name: 'live-slots',
      intervalMs: 3_600_000,
      isLeased: true,
      runBatch: async () => (await this.slots.deleteExpired(), null),
    });
  }

  async onModuleDestroy(): Promise<void> {
    this.endAll();
    await this.releaseSlots().catch(() => undefined);
  }

  get count(): number {
    return this.allStreams().length;
  }

  /** Called before the response starts. @throws ServerDrainingError, TooManyStreamsError */
  async admit(tenant: Tenant): Promise<string> {
    if (this.shutdown.isShuttingDown) throw new ServerDrainingError();
    const stream_id = newId(this.clock.now());
    await this.slots.take(
      tenant.customer_id,
      tenant.actor.account_id!,
      stream_id,
      STREAM_MAX_MS + 2 * LIVE_HEARTBEAT_MS,
    );
    return stream_id;
  }

  /** @param socket null: already closed @param after time of the last received message of a reconnecting browser */
  async open(tenant: Tenant, stream_id: string, socket: Socket | null, after: number | null): Promise<void> {
    if (!socket) return void this.closedStreamIds.push(stream_id);
    const now = this.clock.now();
    // A time in the future (clock difference) would suppress messages.
    const times = { since: Math.min(after ?? now, now), until: now + STREAM_MAX_MS, isCaughtUp: after === null };
    const stream: LiveStream = { stream_id, socket, tenant, ...times };
    const { customer_id } = tenant;
    const customerStreams = this.streams.get(customer_id) ?? new Set<LiveStream>();
    this.streams.set(customer_id, customerStreams.add(stream));
    socket.once('close', () => this.removeStream(customer_id, stream));
    this.write(stream, `: here\n${after === null ? resumeIdAt(now) : ''}\n`);
    if (socket.destroyed) this.removeStream(customer_id, stream);
    if (this.shutdown.isShuttingDown) return this.end(stream, 'end');
    await this.bus.subscribe(customer_id);
    if (after === null) return;
    // The response has started, so an error becomes a `reset`.
    if (!(await this.catchUp(stream, after).catch(() => false))) this.sendControlEvent(stream, 'reset');
    stream.isCaughtUp = true;
  }

  /** @returns false: too many messages */
  private async catchUp(stream: LiveStream, after: number): Promise<boolean> {
    const missed = await this.bus.readSince(stream.tenant.customer_id, after);
    if (missed === 'too_much') return false;
    await this.send(await this.audience.prepare(missed, true), [stream]);
    return true;
  }

  private onMessages(messages: readonly LiveMessage[] | 'too_much'): void {
    if (messages === 'too_much') return this.allStreams().forEach((stream) => this.sendControlEvent(stream, 'reset'));
    const relevant = messages.filter(({ customer_id }) => this.streams.has(customer_id) || this.streams.has(0));
    if (!relevant.length) return;
    const isFirst = !this.pendingMessages.length;
    this.pendingMessages.push(...relevant);
    if (isFirst) runOutsideRequest(() => setTimeout(() => void this.sendPending(), SEND_DELAY_MS).unref());
  }

  private async sendPending(): Promise<void> {
    const messages = this.pendingMessages;
    this.pendingMessages = [];
    for (const customer of new Set(messages.map(({ customer_id }) => customer_id))) {
      const recipients = [
        ...(this.streams.get(customer) ?? []),
        ...(customer === 0 ? [] : (this.streams.get(0) ?? [])),
      ];
      const hasRestrictedViewers = recipients.some(
        ({ tenant }) => tenant.scope.kind === 'line' || tenant.scope.kind === 'self',
      );
      const customerMessages = messages.filter(({ customer_id }) => customer_id === customer);
      try {
        await this.send(await this.audience.prepare(customerMessages, hasRestrictedViewers), recipients);
      } catch {
        // Database down: clients must reload.
        for (const stream of recipients) this.sendControlEvent(stream, 'reset');
      }
    }
  }

  private async send(messages: readonly AddressedMessage[], recipients: readonly LiveStream[]): Promise<void> {
    for (const [index, stream] of recipients.entries()) {
      if (index % WRITES_PER_TURN === WRITES_PER_TURN - 1) await yieldToEventLoop();
      let text = '';
      for (const each of messages) {
        if (each.message.at < stream.since - SEND_DELAY_MS) continue;
        const event = this.audience.eventFor(stream.tenant, each);
        if (event) text += `id: ${each.message.told_id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
      }
      if (text) this.write(stream, text);
    }
  }

  private async sendHeartbeat(): Promise<null> {
    const streams = this.allStreams();
    const now = this.clock.now();
    const comment = ': beat\n';
    const commentWithId = `${comment}${resumeIdAt(now)}`;
    for (const [index, stream] of streams.entries()) {
      if (index % WRITES_PER_TURN === WRITES_PER_TURN - 1) await yieldToEventLoop();
      if (now >= stream.until) this.end(stream, 'end');
      else this.write(stream, `${stream.isCaughtUp ? commentWithId : comment}\n`);
    }
    await this.releaseSlots();
    return null;
  }

  /** Ends streams whose session has ended, expired or become invalid, and updates the rights of the others. */
  private async checkSessions(): Promise<null> {
    const streams = this.allStreams();
    for (let from = 0; from < streams.length; from += SESSION_CHECK_BATCH_SIZE) {
      const batch = streams.slice(from, from + SESSION_CHECK_BATCH_SIZE);
      const activeSessions = await this.sessionsService.findActiveMany(
        batch.map(({ tenant }) => tenant.actor.session_id!),
      );
      for (const stream of batch) {
        const session = activeSessions.get(stream.tenant.actor.session_id!);
        if (!session) this.end(stream, 'end');
        // Keeps unchanged tenants, because thousands of new objects per check would be costly for the garbage
        // collector.
        else if (!hasSameVisibility(stream.tenant, session.actor))
          stream.tenant = this.tenantFactory.forSession(session.customer, session.actor);
      }
    }
    await this.releaseSlots();
    return null;
  }

  private endAll(): void {
    for (const stream of this.allStreams()) this.end(stream, 'end');
  }

  private end(stream: LiveStream, event: LiveControlEvent): void {
    this.sendControlEvent(stream, event);
    stream.socket.end();
  }

  private sendControlEvent(stream: LiveStream, event: LiveControlEvent): void {
    this.write(stream, `event: ${event}\ndata: {}\n\n`);
  }

  private write({ socket }: LiveStream, text: string): void {
    if (!socket.writable) return;
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else socket.write(text);
  }

  private removeStream(customer_id: number, stream: LiveStream): void {
    const customerStreams = this.streams.get(customer_id);
    if (!customerStreams?.delete(stream)) return;
    this.closedStreamIds.push(stream.stream_id);
    if (customerStreams.size) return;
    this.streams.delete(customer_id);
    runOutsideRequest(() => void this.bus.unsubscribe(customer_id));
  }

  private async releaseSlots(): Promise<void> {
    const ids = this.closedStreamIds.splice(0);
    if (ids.length) await this.slots.release(ids);
  }

  private allStreams(): LiveStream[] {
    return [...this.streams.values()].flatMap((customerStreams) => [...customerStreams]);
  }
}

const hasSameVisibility = ({ actor }: Tenant, { role, staff_id, is_manager }: Actor): boolean =>
  actor.role === role && actor.staff_id === staff_id && actor.is_manager === is_manager;

/**
 * Resume id for a browser that has received no message for long, so that it can catch up (an SSE id without data is
 * kept). Subtracts the time that messages of other processes may need.
 */
const resumeIdAt = (now: number): string => `id: ${idFromBytes(smallestIdAt(now - OVERLAP_MS))}\n`;
