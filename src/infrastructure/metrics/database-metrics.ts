import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { transactionSlotsOf } from '../database/data-source';
import { SlowStatementLogger } from '../database/slow-statement-logger';
import { MetricsService } from './metrics.service';

/** Private parts of mysql2's pool, which has no public statistics. */
interface Pool {
  pool?: Pool;
  on?(event: 'enqueue', listener: () => void): void;
  _allConnections?: { length: number };
  _freeConnections?: { length: number };
  _connectionQueue?: { length: number };
}

/** Database metrics: pooled connections, waiting callers, open transactions and slow statements. */
@Injectable()
export class DatabaseMetricsCollector implements OnModuleInit {
  private waitCount = 0;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly slowStatements: SlowStatementLogger,
    private readonly metrics: MetricsService,
  ) {}

  onModuleInit(): void {
    if (!this.metrics.isEnabled) return;
    const { pool } = this.dataSource.driver as unknown as { pool?: Pool };
    if (pool) this.registerPoolMetrics(pool);
    const transactionSlots = transactionSlotsOf(this.dataSource);
    this.metrics.register({
      name: 'skilgrid_database_line',
      help: 'Transactions that are open, and those that wait for a place',
      labels: ['line', 'state'],
      read: () => [
        { labels: { line: 'writers', state: 'taken' }, value: transactionSlots.activeCount },
        { labels: { line: 'writers', state: 'waiting' }, value: transactionSlots.waitingCount },
      ],
    });
    this.metrics.register({
      name: 'skilgrid_slow_statements_total',
      help: 'Statements that took SLOW_STATEMENT_MS or longer',
      type: 'counter',
      read: () => [{ value: this.slowStatements.count }],
    });
  }

  private registerPoolMetrics(pool: Pool): void {
    pool.on?.('enqueue', () => (this.waitCount += 1));
    this.metrics.register({
      name: 'skilgrid_pool_connections',
      help: 'Connections to the database by what they do, and requests that wait for one',
      labels: ['state'],
      read: () => {
        const [all = 0, free = 0, waiting = 0] = [
          pool._allConnections?.length,
          pool._freeConnections?.length,
          pool._connectionQueue?.length,
        ];
        return Object.entries({ busy: all - free, free, waiting }).map(([state, value]) => ({
          labels: { state },
          value,
        }));
      },
    });
    this.metrics.register({
      name: 'skilgrid_pool_waits_total',
      help: 'Times that no connection was free and one was waited for',
      type: 'counter',
      read: () => [{ value: this.waitCount }],
    });
  }
}
