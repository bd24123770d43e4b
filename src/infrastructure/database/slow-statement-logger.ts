import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { LogRateLimiter } from '../logging/log-rate-limiter';
import { AppLogger } from '../logging/app-logger';
import { getStatementTimer, redactValues } from './statement-timer';

/** Logs statements of SLOW_STATEMENT_MS or longer, at most one a second. */
@Injectable()
export class SlowStatementLogger implements OnModuleDestroy {
  private readonly unsubscribe: () => void;
  /** Since the start, logged or not. */
  count = 0;

  constructor(
    @Inject(DataSource) dataSource: DataSource,
    config: Config,
    private readonly logger: AppLogger,
  ) {
    const gate = new LogRateLimiter((skipped) => logger.warn(`${skipped} more slow statements, not shown`, 'Database'));
    const thresholdMs = config.slowStatementMs;
    this.unsubscribe = thresholdMs
      ? getStatementTimer(dataSource).onFinished((sql, durationMs) => {
          if (durationMs < thresholdMs) return;
          this.count += 1;
          if (gate.shouldLog()) this.logStatement(sql, durationMs);
        })
      : () => undefined;
  }

  onModuleDestroy(): void {
    this.unsubscribe();
  }

  private logStatement(sql: string, durationMs: number): void {
    this.logger.warn({ msg: 'slow statement', ms: Math.round(durationMs), sql: redactValues(sql) }, 'Database');
  }
}
