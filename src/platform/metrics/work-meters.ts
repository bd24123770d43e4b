import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock';
import { Database } from '../database/database';
import { Sweeper } from '../jobs/sweeper';
import { Throttle } from '../throttle/throttle';
import { COUNTED, Meters, type Reading } from './meters';

/** What is done without being asked, and what is refused to those who ask too often. */
@Injectable()
export class WorkMeters implements OnModuleInit {
  constructor(
    private readonly meters: Meters,
    private readonly database: Database,
    private readonly sweeper: Sweeper,
    private readonly throttle: Throttle,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    if (!this.meters.isOn) return;
    this.watchOutbox();
    this.watchSweeps();
    this.meters.watch({
      name: 'skilgrid_throttled_total',
      help: 'Refusals by what was asked too often',
      type: 'counter',
      labels: ['scope'],
      read: () => [...this.throttle.refused].map(([scope, value]) => ({ labels: { scope }, value })),
    });
  }

  /** Of the database, so every process tells the same. */
  private watchOutbox(): void {
    this.meters.watch({
      name: 'skilgrid_outbox_mails',
      help: `Mails that are due, and dead letters that are kept; ${COUNTED} stands for more`,
      labels: ['state'],
      read: async () => {
        const now = this.clock.now();
        return [
          { labels: { state: 'due' }, value: await this.countOf('status = ? AND next_at <= ?', ['waiting', now]) },
          { labels: { state: 'dead' }, value: await this.countOf('status = ?', ['dead']) },
        ];
      },
    });
    this.meters.watch({
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

  private async countOf(where: string, values: (string | number)[]): Promise<number> {
    const [row] = await this.database.rows<{ found: number | string }>(
      `SELECT COUNT(*) AS found FROM (SELECT 1 AS one FROM outbox_mail WHERE ${where} LIMIT ${COUNTED}) AS some`,
      values,
    );
    return Number(row?.found ?? 0);
  }

  private watchSweeps(): void {
    this.meters.watch({
      name: 'skilgrid_sweep_rounds_total',
      help: 'Rounds of this process: whole, not whole, failed, or left to another process',
      type: 'counter',
      labels: ['name', 'outcome'],
      read: () =>
        this.sweeper
          .rounds()
          .flatMap(({ name, ended }) =>
            Object.entries(ended).map(([outcome, value]) => ({ labels: { name, outcome }, value })),
          ),
    });
    this.meters.watch({
      name: 'skilgrid_sweep_age_seconds',
      help: 'Since the last whole round began, by whichever process where one does it for all',
      labels: ['name'],
      read: () => this.ages(),
    });
    this.meters.watch({
      name: 'skilgrid_sweep_every_seconds',
      help: 'From one round to the next',
      labels: ['name'],
      read: () => this.sweeper.rounds().map(({ name, every }) => ({ labels: { name }, value: every / 1000 })),
    });
  }

  private async ages(): Promise<Reading[]> {
    const rows = await this.database.rows<{ name: string; settled_at: number | string | null }>(
      'SELECT name, settled_at FROM sweep_lease WHERE settled_at IS NOT NULL',
    );
    const leased = new Map(rows.map(({ name, settled_at }) => [name, Number(settled_at)]));
    return this.sweeper.rounds().flatMap(({ name, isLeased, settled_at }) => {
      const at = isLeased ? leased.get(name) : settled_at;
      return at == null ? [] : [{ labels: { name }, value: Math.max(0, (this.clock.now() - at) / 1000) }];
    });
  }
}
