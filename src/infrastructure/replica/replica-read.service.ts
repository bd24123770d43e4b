import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { QueryFailedError } from 'typeorm';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { readRedirect, type ReadRedirect, type RowReader } from '../database/read-redirect';
import { timeLeft, withOwnDeadline } from '../database/deadline';
import { isDatabaseUnavailable } from '../../common/errors/database-availability';
import { runOutsideRequest } from '../../common/http/request-context';
import { AppLogger } from '../logging/app-logger';
import { MetricsService } from '../metrics/metrics.service';
import { ReplicaConnection } from './replica-connection';

/** How long a report waits for the replica to catch up with the main database. */
const CATCH_UP_SECONDS = 0.9;
/** The same including the network, for a replica that does not answer. */
const CATCH_UP_TIMEOUT_MS = 1_000;
const CATCH_UP_SQL = `SELECT MASTER_GTID_WAIT(?, ${CATCH_UP_SECONDS}) AS late`;
const POSITION_SQL = 'SELECT @@gtid_binlog_pos AS position';
/** After a failure the replica is not tried again for this time. */
const RETRY_AFTER_MS = 5_000;
const LOG_INTERVAL_MS = 60_000;

/** Values of the metric label: answered by the replica, or the reason why not. */
const OUTCOMES = ['replica', 'late', 'away', 'resting'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** A read on the replica failed: 503 (common/errors/database-availability.ts) if the caller cannot repeat it on the main database. */
class ReplicaLostError extends Error {
  readonly code = 'REPLICA_LOST';
  constructor(cause: unknown) {
    super('The replica failed while it was read', { cause });
  }
}

/**
 * Runs reports and exports on a replica, if configured. Before its first statement a report reads the main database's
 * position and waits until the replica has reached it: so it sees every acknowledged write, and matches the report
 * versions read from the main database before. If the replica fails, the main database takes over (docs/operations.md).
 */
@Injectable()
export class ReplicaReadService implements OnModuleInit, OnApplicationBootstrap {
  private readonly outcomeCounts = new Map<Outcome, number>(OUTCOMES.map((outcome) => [outcome, 0]));
  private isFailing = false;
  private retryAt = 0;
  private loggedAt = -Infinity;
  private isFailureLogged = false;

  constructor(
    private readonly replicaConnection: ReplicaConnection,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly metrics: MetricsService,
    private readonly logger: AppLogger,
  ) {}

  onModuleInit(): void {
    if (!this.isEnabled) return;
    this.metrics.register({
      name: 'skilgrid_report_reads_total',
      help: 'Reports and exports by where they were read: the replica, or the main database because the replica was late, away, or left alone after either',
      type: 'counter',
      labels: ['outcome'],
      read: () => [...this.outcomeCounts].map(([outcome, value]) => ({ labels: { outcome }, value })),
    });
  }

  /** Logs a wrong address or password at the start. */
  onApplicationBootstrap(): void {
    if (this.isEnabled && !this.replicaConnection.reader)
      this.logFailure('away', errorReason(this.replicaConnection.lastError));
  }

  get isEnabled(): boolean {
    return this.replicaConnection.isConfigured;
  }

  /**
   * Reads outside of transactions go to the replica. `work` may run twice: if the replica fails, it is repeated on the
   * main database.
   * @param onDataAsOf receives the time (UTC milliseconds) after which the replica's data may be incomplete; not called
   * for the main database
   */
  async runOnReplica<T>(work: () => Promise<T>, onDataAsOf?: (instant: number) => void): Promise<T> {
    if (!this.isEnabled || readRedirect.getStore()) return work();
    const reportRead = new ReportRead((read) => this.resolveReaderFor(read));
    try {
      const result = await readRedirect.run(reportRead, work);
      if (reportRead.asOf !== null) onDataAsOf?.(reportRead.asOf);
      return result;
    } catch (error) {
      if (!(error instanceof ReplicaLostError)) throw error;
      this.recordFailure('away', errorReason(error.cause));
      return await work();
    } finally {
      reportRead.isOver = true;
    }
  }

  private async resolveReaderFor(reportRead: ReportRead): Promise<RowReader | null> {
    if (this.isResting()) return this.useMainDatabase('resting');
    const { reader } = this.replicaConnection;
    if (!reader) {
      void runOutsideRequest(() => this.replicaConnection.open());
      return this.recordFailure('away', errorReason(this.replicaConnection.lastError));
    }
    const instant = this.clock.now();
    const [writer] = await readRedirect.exit(() => this.database.rows<{ position: string }>(POSITION_SQL));
    if (!writer?.position)
      return this.recordFailure('away', 'DATABASE_URL has no binary log, and so no position to wait for');
    try {
      const [catchUp] = await withOwnDeadline(CATCH_UP_TIMEOUT_MS, () =>
        reader.rows<{ late: number }>(CATCH_UP_SQL, [writer.position]),
      );
      if (Number(catchUp?.late ?? -1) !== 0)
        return this.recordFailure('late', `it lacks what was committed ${CATCH_UP_SECONDS} s ago`);
    } catch (error) {
      return this.recordFailure('away', errorReason(error));
    }
    this.recordRecovery();
    reportRead.asOf = instant;
    this.countOutcome('replica');
    return new ReplicaReader(reader);
  }

  /** While it fails, one caller per interval tries again for all. */
  private isResting(): boolean {
    if (!this.isFailing) return false;
    const now = performance.now();
    if (now < this.retryAt) return true;
    this.retryAt = now + RETRY_AFTER_MS;
    return false;
  }

  private useMainDatabase(outcome: Outcome): null {
    this.countOutcome(outcome);
    return null;
  }

  private countOutcome(outcome: Outcome): void {
    this.outcomeCounts.set(outcome, this.outcomeCounts.get(outcome)! + 1);
  }

  private recordFailure(outcome: Outcome, reason: string): null {
    this.isFailing = true;
    this.retryAt = performance.now() + RETRY_AFTER_MS;
    this.logFailure(outcome, reason);
    return this.useMainDatabase(outcome);
  }

  private logFailure(outcome: Outcome, reason: string): void {
    const now = performance.now();
    if (now - this.loggedAt < LOG_INTERVAL_MS) return;
    this.loggedAt = now;
    this.isFailureLogged = true;
    const line = `REPORTS_DATABASE_URL: the replica is ${outcome} (${reason}); the main database answers for it`;
    this.logger.warn(line, 'Database');
  }

  private recordRecovery(): void {
    this.isFailing = false;
    if (!this.isFailureLogged) return;
    this.isFailureLogged = false;
    this.logger.log('REPORTS_DATABASE_URL: the replica answers reports again', 'Database');
  }
}

/** The reads of one report. */
class ReportRead implements ReadRedirect {
  asOf: number | null = null;
  /** After the report has ended, work it started reads the main database: the data's age is no longer reported. */
  isOver = false;
  private resolved: Promise<RowReader | null> | undefined;

  constructor(private readonly resolve: (reportRead: ReportRead) => Promise<RowReader | null>) {}

  async resolveReader(): Promise<RowReader | null> {
    if (this.isOver) return null;
    return (this.resolved ??= this.resolve(this));
  }
}

/** Marks the replica's errors; errors thrown by `onRow` stay as they are. */
class ReplicaReader implements RowReader {
  constructor(private readonly reader: RowReader) {}

  async rows<R>(sql: string, parameters: readonly unknown[]): Promise<R[]> {
    try {
      return await this.reader.rows<R>(sql, parameters);
    } catch (error) {
      throw toReplicaError(error);
    }
  }

  async each<R>(sql: string, parameters: readonly unknown[], onRow: (row: R) => void): Promise<void> {
    try {
      await this.reader.each<R>(sql, parameters, onRow);
    } catch (error) {
      throw toReplicaError(error);
    }
  }
}

/** A passed deadline also holds for the main database; errors other than the server's are bugs. */
const toReplicaError = (error: unknown): unknown =>
  timeLeft() > 0 && isServerError(error) ? new ReplicaLostError(error) : error;

const isServerError = (error: unknown): boolean =>
  error instanceof QueryFailedError ||
  isDatabaseUnavailable(error) ||
  typeof (error as { errno?: unknown }).errno === 'number';

/** The driver's code only: server messages may repeat the statement. */
function errorReason(error: unknown): string {
  const { driverError, code } = (error ?? {}) as { driverError?: { code?: string }; code?: string };
  return driverError?.code ?? code ?? 'no reason given';
}
