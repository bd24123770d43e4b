import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { transactionsOf } from '../database/data-source';
import { SlowStatements } from '../database/slow-statements';
import { Meters } from './meters';

/** Of mysql2, which tells no more of it than this. */
interface Pool {
  pool?: Pool;
  on?(event: 'enqueue', listener: () => void): void;
  _allConnections?: { length: number };
  _freeConnections?: { length: number };
  _connectionQueue?: { length: number };
}

/** How the database is reached: connections, who waits for one, who waits for the right to write, and what takes long. */
@Injectable()
export class DatabaseMeters implements OnModuleInit {
  private waits = 0;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly slow: SlowStatements,
    private readonly meters: Meters,
  ) {}

  onModuleInit(): void {
    if (!this.meters.isOn) return;
    const { pool } = this.dataSource.driver as unknown as { pool?: Pool };
    if (pool) this.watchPool(pool);
    const places = transactionsOf(this.dataSource);
    this.meters.watch({
      name: 'skilgrid_database_line',
      help: 'Transactions that are open, and those that wait for a place',
      labels: ['line', 'state'],
      read: () => [
        { labels: { line: 'writers', state: 'taken' }, value: places.taken },
        { labels: { line: 'writers', state: 'waiting' }, value: places.waitingFor },
      ],
    });
    this.meters.watch({
      name: 'skilgrid_slow_statements_total',
      help: 'Statements that took SLOW_STATEMENT_MS or longer',
      type: 'counter',
      read: () => [{ value: this.slow.seen }],
    });
  }

  private watchPool(pool: Pool): void {
    pool.on?.('enqueue', () => (this.waits += 1));
    this.meters.watch({
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
    this.meters.watch({
      name: 'skilgrid_pool_waits_total',
      help: 'Times that no connection was free and one was waited for',
      type: 'counter',
      read: () => [{ value: this.waits }],
    });
  }
}
