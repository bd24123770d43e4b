import { Module } from '@nestjs/common';
import { DatabaseMetricsCollector } from './database-metrics';
import { MetricsServer } from './metrics-server';
import { WorkMetricsCollector } from './work-metrics';

/** The platform's own metrics; `MetricsService` is in InfrastructureModule. */
@Module({ providers: [MetricsServer, DatabaseMetricsCollector, WorkMetricsCollector] })
export class MetricsModule {}
