import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { FaultGate } from '../logging/fault-gate';
import { Log } from '../logging/log';
import { watchOf, withoutValues } from './statement-watch';

/** A line for each statement that took SLOW_STATEMENT_MS or longer, at most one a second: a slow database makes all of them slow. */
@Injectable()
export class SlowStatements implements OnModuleDestroy {
  private readonly stop: () => void;
  /** Since the start, told or not. */
  seen = 0;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    config: Config,
    private readonly log: Log,
  ) {
    const gate = new FaultGate((unshown) => log.warn(`${unshown} more slow statements, not shown`, 'Database'));
    const bound = config.slowStatementMs;
    this.stop = bound
      ? watchOf(dataSource).onAnswered((sql, took) => {
          if (took < bound) return;
          this.seen += 1;
          if (gate.take()) this.tell(sql, took);
        })
      : () => undefined;
  }

  onModuleDestroy(): void {
    this.stop();
  }

  private tell(sql: string, took: number): void {
    this.log.warn({ msg: 'slow statement', ms: Math.round(took), sql: withoutValues(sql) }, 'Database');
  }
}
