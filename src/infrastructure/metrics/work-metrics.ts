import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { Database } from '../database/database';
import { JobScheduler } from '../jobs/job-scheduler';
import { ThrottleService } from '../throttle/throttle.service';
import { COUNT_LIMIT, MetricsService, type MetricReading } from './metrics.service';

/** Metrics of background work and throttling. */
@Injectable()
export class WorkMetricsCollector implements OnModuleInit {
  constructor(
    private readonly metrics: MetricsService,
    private readonly database: Database,
    private readonly scheduler: JobScheduler,
    private readonly throttleService: ThrottleService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    if (!this.metrics.isEnabled) return;
    this.registerOutboxMetrics();
    this.registerJobMetrics();
    this.metrics.register({
      name: 'skilgrid_throttled_total',
      help: 'Refusals by what was asked too often',
      type: 'counter',
      labels: ['scope'],
      read: () => [...this.throttleService.refusalCounts].map(([scope, value]) => ({ labels: { scope }, value })),
    });
  }

  /** Read from the database, so every process reports the same values. */
  private registerOutboxMetrics(): void {
    this.metrics.register({
      name: 'skilgrid_outbox_mails',
      help: `Mails that are due, and dead letters that are kept; ${COUNT_LIMIT} stands for more`,
      labels: ['state'],
      read: async () => {
        const now = this.clock.now();
        return [
          { labels: { state: 'due' }, value: await this.countMails('status = ? AND next_at <= ?', ['waiting', now]) },
          { labels: { state: 'dead' }, value: await this.countMails('status = ?', ['dead']) },
        ];
      },
    });
    this.metrics.register({
      name: 'skilgrid_outbox_age_seconds',
      help: 'How long the mail has been due that waits longest; 0: none waits',
      read: async () => {
        const now = this.clock.now();
        const [row] = await this.database.rows<{ due: number | string | null }>(
          'SELECT MIN(next_at) AS due FROM outbox_mail WHERE status = ? AND next_at <= ?',
          ['waiting', now],
        );
        return [{ value: row?.due == null ? 0 : (now - Number(row.due)) / 1000 }];
      },
    });
  }

  private async countMails(where: string, values: (string | number)[]): Promise<number> {
    const [row] = await this.database.rows<{ found: number | string }>(
      `SELECT COUNT(*) AS found FROM (SELECT 1 AS one FROM outbox_mail WHERE ${where} LIMIT ${COUNT_LIMIT}) AS some`,
      values,
    );
    return Number(row?.found ?? 0);
  }

  private registerJobMetrics(): void {
    this.metrics.register({
      name: 'skilgrid_sweep_rounds_total',
      help: 'Rounds of this process: whole, not whole, failed, or left to another process',
      type: 'counter',
      labels: ['name', 'outcome'],
      read: () =>
        this.scheduler
          .runStatistics()
          .flatMap(({ name, outcomes }) =>
            Object.entries(outcomes).map(([outcome, value]) => ({ labels: { name, outcome }, value })),
          ),
    });
    this.metrics.register({
      name: 'skilgrid_sweep_age_seconds',
      help: 'Since the last whole round began, by whichever process where one does it for all',
      labels: ['name'],
      read: () => this.readJobAges(),
    });
    this.metrics.register({
      name: 'skilgrid_sweep_every_seconds',
      help: 'From one round to the next',
      labels: ['name'],
      read: () =>
        this.scheduler.runStatistics().map(({ name, intervalMs }) => ({ labels: { name }, value: intervalMs / 1000 })),
    });
  }

  private async readJobAges(): Promise<MetricReading[]> {
    const rows = await this.database.rows<{ name: string; settled_at: number | string | null }>(
      'SELECT name, settled_at FROM sweep_lease WHERE settled_at IS NOT NULL',
    );
    const leased = new Map(rows.map(({ name, settled_at }) => [name, Number(settled_at)]));
    return this.scheduler.runStatistics().flatMap(({ name, isLeased, settled_at }) => {
      const at = isLeased ? leased.get(name) : settled_at;
      return at == null ? [] : [{ labels: { name }, value: Math.max(0, (this.clock.now() - at) / 1000) }];
    });
  }
}
