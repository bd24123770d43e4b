import { Module } from '@nestjs/common';
import { DatabaseMeters } from './database-meters';
import { MetricsPort } from './metrics-door';
import { WorkMeters } from './work-meters';

/** What the platform itself tells of; `Meters`, with which others register theirs, is PlatformModule's. */
@Module({ providers: [MetricsPort, DatabaseMeters, WorkMeters] })
export class MetricsModule {}
