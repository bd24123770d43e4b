import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { readsElsewhere, type Elsewhere, type Reads } from '../database/elsewhere';
import { timeLeft, withTimeOfItsOwn } from '../database/deadline';
import { isDatabaseAway } from '../errors/database-away';
import { outsideRequest } from '../http/request-context';
import { Log } from '../logging/log';
import { Meters } from '../metrics/meters';
import { Replica } from './replica';

/** As long as a report waits for the replica to have all that was committed before it asked ("≤ 1 s, else the writer"). */
const SECONDS = 0.9;
/** The same with the way there, for a replica that says nothing at all. */
const SILENCE_MS = 1_000;
const CAUGHT_UP = `SELECT MASTER_GTID_WAIT(?, ${SECONDS}) AS late`;
const POSITION = 'SELECT @@gtid_binlog_pos AS position';
/** One that failed is left alone for so long: not every report has to wait in vain. */
const REST_MS = 5_000;
const TOLD_AGAIN_AFTER_MS = 60_000;

/** By whom a report was answered; what is no word of the replica's is the reason why it was not. */
const OUTCOMES = ['replica', 'late', 'away', 'resting'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** What was being read there cannot be had: 503 (errors/database-away.ts) for whoever cannot ask again here. */
class ReplicaLost extends Error {
  readonly code = 'REPLICA_LOST';
  constructor(cause: unknown) {
    super('The replica failed while it was read', { cause });
  }
}

/**
 * Reports and exports read a replica where there is one. Before the first of its statements a report asks the writer how far
 * it is, and waits at the replica for that: so what anybody was told is written is in it, and so is what the versions stand
 * for that finished answers are kept by (they were read of the writer, before). Whatever the replica fails in, the writer
 * does instead.
 */
@Injectable()
export class ReportReads implements OnModuleInit, OnApplicationBootstrap {
  private readonly counted = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  private isFailing = false;
  private restsUntil = 0;
  private toldAt = -Infinity;
  private isTold = false;

  constructor(
    private readonly replica: Replica,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly meters: Meters,
    private readonly log: Log,
  ) {}

  onModuleInit(): void {
    if (!this.isOn) return;
    this.meters.watch({
      name: 'skilgrid_report_reads_total',
      help: 'Reports and exports by where they were read: the replica, or the main database because the replica was late, away, or left alone after either',
      type: 'counter',
      labels: ['outcome'],
      read: () => [...this.counted].map(([outcome, value]) => ({ labels: { outcome }, value })),
    });
  }

  /** Whoever starts it hears at once that an address or a password is wrong. */
  onApplicationBootstrap(): void {
    if (this.isOn && !this.replica.reads) this.tell('away', reasonOf(this.replica.refusal));
  }

  get isOn(): boolean {
    return this.replica.isWanted;
  }

  /**
   * What `work` reads outside of transactions it reads at the replica. May run twice: what the replica fails in is begun anew.
   * @param asOf hears since when (UTC milliseconds) the replica's answer may lack something; not of the main database's
   */
  async within<T>(work: () => Promise<T>, asOf?: (instant: number) => void): Promise<T> {
    if (!this.isOn || readsElsewhere.getStore()) return work();
    const reading = new Reading((it) => this.placeFor(it));
    try {
      const answer = await readsElsewhere.run(reading, work);
      if (reading.asOf !== null) asOf?.(reading.asOf);
      return answer;
    } catch (error) {
      if (!(error instanceof ReplicaLost)) throw error;
      this.fail('away', reasonOf(error.cause));
      return await work();
    } finally {
      reading.isOver = true;
    }
  }

  private async placeFor(reading: Reading): Promise<Reads | null> {
    if (this.isResting()) return this.here('resting');
    const { reads } = this.replica;
    if (!reads) {
      void outsideRequest(() => this.replica.open());
      return this.fail('away', reasonOf(this.replica.refusal));
    }
    const instant = this.clock.now();
    const [writer] = await readsElsewhere.exit(() => this.database.rows<{ position: string }>(POSITION));
    if (!writer?.position) return this.fail('away', 'DATABASE_URL has no binary log, and so no position to wait for');
    try {
      const [reached] = await withTimeOfItsOwn(SILENCE_MS, () =>
        reads.rows<{ late: number }>(CAUGHT_UP, [writer.position]),
      );
      if (Number(reached?.late ?? -1) !== 0) return this.fail('late', `it lacks what was committed ${SECONDS} s ago`);
    } catch (error) {
      return this.fail('away', reasonOf(error));
    }
    this.recovered();
    reading.asOf = instant;
    this.count('replica');
    return new Told(reads);
  }

  /** One of those who ask while it fails finds out for all. */
  private isResting(): boolean {
    if (!this.isFailing) return false;
    const now = performance.now();
    if (now < this.restsUntil) return true;
    this.restsUntil = now + REST_MS;
    return false;
  }

  private here(outcome: Outcome): null {
    this.count(outcome);
    return null;
  }

  private count(outcome: Outcome): void {
    this.counted.set(outcome, this.counted.get(outcome)! + 1);
  }

  private fail(outcome: Outcome, why: string): null {
    this.isFailing = true;
    this.restsUntil = performance.now() + REST_MS;
    this.tell(outcome, why);
    return this.here(outcome);
  }

  private tell(outcome: Outcome, why: string): void {
    const now = performance.now();
    if (now - this.toldAt < TOLD_AGAIN_AFTER_MS) return;
    this.toldAt = now;
    this.isTold = true;
    const line = `REPORTS_DATABASE_URL: the replica is ${outcome} (${why}); the main database answers for it`;
    this.log.warn(line, 'Database');
  }

  private recovered(): void {
    this.isFailing = false;
    if (!this.isTold) return;
    this.isTold = false;
    this.log.log('REPORTS_DATABASE_URL: the replica answers reports again', 'Database');
  }
}

/** Of one report. */
class Reading implements Elsewhere {
  asOf: number | null = null;
  /** What a report sets off and leaves behind reads here: nobody knows any more how old the replica's answer may be. */
  isOver = false;
  private decided: Promise<Reads | null> | undefined;

  constructor(private readonly decide: (reading: Reading) => Promise<Reads | null>) {}

  async place(): Promise<Reads | null> {
    if (this.isOver) return null;
    return (this.decided ??= this.decide(this));
  }
}

/** Tells its failures from those of whoever takes the rows. */
class Told implements Reads {
  constructor(private readonly reads: Reads) {}

  async rows<R>(sql: string, parameters: readonly unknown[]): Promise<R[]> {
    try {
      return await this.reads.rows<R>(sql, parameters);
    } catch (error) {
      throw lost(error);
    }
  }

  async each<R>(sql: string, parameters: readonly unknown[], take: (row: R) => void): Promise<void> {
    try {
      await this.reads.each<R>(sql, parameters, take);
    } catch (error) {
      throw lost(error);
    }
  }
}

/** Time that is over is over for the main database, too; a statement of ours that is refused unsent is our own fault. */
const lost = (error: unknown): unknown => (timeLeft() > 0 && isServers(error) ? new ReplicaLost(error) : error);

const isServers = (error: unknown): boolean =>
  error instanceof QueryFailedError ||
  isDatabaseAway(error) ||
  typeof (error as { errno?: unknown }).errno === 'number';

/** A word of the driver's: what a server says may repeat what it was asked. */
function reasonOf(error: unknown): string {
  const { driverError, code } = (error ?? {}) as { driverError?: { code?: string }; code?: string };
  return driverError?.code ?? code ?? 'no reason given';
}
