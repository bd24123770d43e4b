import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { TraceService } from '../tracing/trace.service';
import { getStatementTimer } from './statement-timer';

/** Adds every statement of a request, job or mail to its trace, if tracing is enabled. */
@Injectable()
export class StatementTracer {
  constructor(@Inject(DataSource) dataSource: DataSource, { databaseUrl }: Config, traceService: TraceService) {
    if (!traceService.isEnabled) return;
    const system = databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'mariadb';
    getStatementTimer(dataSource).onFinished((sql, durationMs, failed) =>
      traceService.recordStatement(system, sql, durationMs, failed),
    );
  }
}
