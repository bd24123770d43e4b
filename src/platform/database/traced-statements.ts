import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../config/config';
import { Traces } from '../tracing/traces';
import { watchOf } from './statement-watch';

/** Every statement of a request, a job or a mail is a part of its trace; where there are none nobody listens. */
@Injectable()
export class TracedStatements {
  constructor(@Inject(DataSource) dataSource: DataSource, { databaseUrl }: Config, traces: Traces) {
    if (!traces.isOn) return;
    const system = databaseUrl.startsWith('sqlite:') ? 'sqlite' : 'mariadb';
    watchOf(dataSource).onAnswered((sql, took, failed) => traces.statement(system, sql, took, failed));
  }
}
