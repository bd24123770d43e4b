import { setTimeout as pause } from 'node:timers/promises';
import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock } from '../clock';
import { Config } from '../config/config';
import { isDatabaseAway } from '../errors/database-away';
import { yieldToEventLoop } from '../event-loop';
import { GracefulShutdown } from '../http/graceful-shutdown';
import { outsideRequest } from '../http/request-context';
import { FaultGate } from '../logging/fault-gate';
import { Log } from '../logging/log';
import { Leases, type Lease } from './leases';
import type { Round, Sweep, Swept } from './sweep';

/** How long the end of the process waits for the portions in hand; then they are cut, as by a kill. */
const LAST_WAIT_MS = 5_000;
/** Of the time between two rounds: a timer that is early is not turned away. */
const NEARLY = 0.9;

/** How rounds end: left to another process is no failure. */
type RoundEnd = 'whole' | 'not_whole' | 'failed' | 'elsewhere';

interface Registered {
  readonly sweep: Sweep;
  running: Promise<void> | null;
  /** Woken while it was running. */
  again: boolean;
  /** When the last whole round of this process began. */
  settled_at: number | null;
  /** Rounds of this process. */
  readonly ended: Partial<Record<RoundEnd, number>>;
}

/**
 * Runs whatever comes round, by the scheduler of Nest: one round of a sweep at a time, in portions that let others have
 * their turn, under a lease where one process does it for all. After SIGTERM nothing begins; what runs ends with its
 * portion. Failures are told at most once a second, with the number of those that were not. `@Cron` and `@Interval` have neither
 * locks nor portions, and do not wait for the end of the process; `Leases` is the one lock of all jobs.
 */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly sweeps = new Map<string, Registered>();
  private readonly gate: FaultGate;
  private state: 'waiting' | 'open' | 'ending' = 'waiting';

  constructor(
    private readonly scheduler: SchedulerRegistry,
    private readonly leases: Leases,
    private readonly shutdown: GracefulShutdown,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly config: Config,
  ) {
    this.gate = new FaultGate((unshown) => log.warn(`${unshown} more failures, not shown`, 'Sweeper'));
  }

  /** In the module's onModuleInit. */
  register<Mark>(sweep: Sweep<Mark>): void {
    if (this.sweeps.has(sweep.name)) throw new Error(`The sweep "${sweep.name}" is registered twice`);
    this.sweeps.set(sweep.name, { sweep: sweep as Sweep, running: null, again: false, settled_at: null, ended: {} });
  }

  onApplicationBootstrap(): void {
    this.state = 'open';
    for (const [name, { sweep }] of this.sweeps) {
      if (!this.comesHere(sweep)) continue;
      const come = () => this.begin(name, { again: false });
      this.scheduler.addInterval(name, setInterval(come, sweep.every).unref());
      if (sweep.first !== undefined) this.scheduler.addTimeout(name, setTimeout(come, sweep.first).unref());
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.state = 'ending';
    for (const name of this.sweeps.keys()) {
      if (this.scheduler.doesExist('interval', name)) this.scheduler.deleteInterval(name);
      if (this.scheduler.doesExist('timeout', name)) this.scheduler.deleteTimeout(name);
    }
    const running = Promise.all([...this.sweeps.values()].map((each) => each.running));
    await Promise.race([running, pause(LAST_WAIT_MS, undefined, { ref: false })]);
  }

  /** What only counts when it is whole, such as who signed in during the last seconds. */
  async beforeApplicationShutdown(): Promise<void> {
    for (const { sweep } of this.sweeps.values()) {
      if (sweep.atEnd && this.comesHere(sweep))
        await this.round(sweep.name, 0, async () => true).catch(() => undefined);
    }
  }

  /** What has become of each so far (metrics). */
  rounds(): {
    name: string;
    every: number;
    isLeased: boolean;
    settled_at: number | null;
    ended: Registered['ended'];
  }[] {
    return [...this.sweeps.values()].map(({ sweep, settled_at, ended }) => ({
      name: sweep.name,
      every: sweep.every,
      isLeased: sweep.leased === true,
      settled_at,
      ended,
    }));
  }

  /** There is something to do. Returns at once; where a round is running, another one follows it. */
  wake(name: string): void {
    this.begin(name, { again: true });
  }

  /** Wakes it and waits until it rests. */
  async settle(name: string): Promise<void> {
    const known = this.named(name);
    while (known.running) await known.running;
    this.wake(name);
    while (known.running) await known.running;
  }

  /**
   * One round, here and now, beside whatever is running (tests, and what cannot wait for the timer).
   * @param apart not sooner than so many milliseconds after whichever process did it last
   */
  async run(name: string, apart = 0): Promise<Swept> {
    const { ended } = this.named(name);
    let end: RoundEnd = 'failed';
    try {
      const swept = await this.round(name, apart, async () => !this.isEnding());
      end = swept.isElsewhere ? 'elsewhere' : swept.whole ? 'whole' : 'not_whole';
      return swept;
    } finally {
      ended[end] = (ended[end] ?? 0) + 1;
    }
  }

  /** A process that only answers requests leaves what comes round to the workers (ROLE). */
  private comesHere({ everywhere = false }: Sweep): boolean {
    return everywhere || this.config.isWorker;
  }

  private isEnding(): boolean {
    return this.state === 'ending' || this.shutdown.isShuttingDown;
  }

  private begin(name: string, { again }: { again: boolean }): void {
    const known = this.named(name);
    if (this.state === 'waiting' || this.isEnding() || !this.comesHere(known.sweep)) return;
    if (known.running) {
      known.again ||= again;
      return;
    }
    // Leaves the caller's request and transaction behind: who wakes after a commit still stands in their async context.
    known.running = outsideRequest(() =>
      new Promise<void>((done) => setImmediate(() => void this.roundOnTime(known).finally(done))).then(() => {
        known.running = null;
        if (!known.again) return;
        known.again = false;
        this.begin(name, { again: false });
      }),
    );
  }

  private async roundOnTime({ sweep }: Registered): Promise<void> {
    await this.run(sweep.name, sweep.every * NEARLY).catch((error: unknown) => this.tell(sweep.name, error));
  }

  private async round(name: string, apart: number, mayGoOn: () => Promise<boolean>): Promise<Swept> {
    const known = this.named(name);
    const lease = known.sweep.leased ? await this.leases.claim(name, apart) : null;
    if (known.sweep.leased && !lease) return { whole: false, count: 0, isElsewhere: true };
    const began = this.clock.now();
    const swept = { whole: true, count: 0 };
    const left = () => void (swept.whole = false);
    const round: Round = {
      began,
      before: lease ? lease.settled_at : known.settled_at,
      did: (count) => void (swept.count += count),
      left,
      failed: (error, facts) => {
        left();
        this.tell(name, error, facts);
      },
      goesOn: async () => {
        const may = (await mayGoOn()) && (lease === null || (await this.leases.renew(lease)));
        if (!may) left();
        return may;
      },
    };
    try {
      await this.portions(known.sweep, round);
    } catch (error) {
      await this.leave(lease);
      throw error;
    }
    if (lease) swept.whole = (await this.leases.end(lease, swept.whole ? began : null)) && swept.whole;
    if (swept.whole) known.settled_at = began;
    return swept;
  }

  private async portions(sweep: Sweep, round: Round): Promise<void> {
    for (let from: unknown = null; await round.goesOn();) {
      from = await sweep.batch(from, round);
      if (from === null) return;
      await yieldToEventLoop();
    }
  }

  /** Where that fails as well, the lease ends by itself. */
  private async leave(lease: Lease | null): Promise<void> {
    if (lease) await this.leases.end(lease, null).catch(() => undefined);
  }

  private tell(sweep: string, error: unknown, facts: Record<string, unknown> = {}): void {
    if (!this.gate.take()) return;
    if (isDatabaseAway(error)) this.log.warn(`The sweep "${sweep}" waits for the database`, 'Sweeper');
    else this.log.fault(error, { sweep, ...facts });
  }

  private named(name: string): Registered {
    const known = this.sweeps.get(name);
    if (!known) throw new Error(`No sweep "${name}": register it in the module's onModuleInit`);
    return known;
  }
}
