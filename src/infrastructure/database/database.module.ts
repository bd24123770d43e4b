import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../../common/clock';
import { Config } from '../config/config';
import { StartupLockService } from './startup-lock.service';
import { dataSourceOptions } from './data-source';
import { Database } from './database';
import { DatabaseHealthIndicator } from './database-health-indicator';
import { connectAndMigrate } from './connect-and-migrate';
import { SlowStatementLogger } from './slow-statement-logger';
import { StatementTracer } from './statement-tracer';
import { TransactionManager } from './transaction-manager';

export interface DatabaseSchema {
  entities: readonly Function[];
  migrations: readonly Function[];
}

/** Connects at boot and migrates under the lease. Exports database, transactions, health indicator and clock. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(schema: DatabaseSchema): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({
          inject: [Config],
          useFactory: (config: Config) => ({
            ...dataSourceOptions({ url: config.databaseUrl, ...schema }),
            retryAttempts: 1,
            uploads: config.files.kind === 'folder' ? config.files.path : '',
          }),
          dataSourceFactory: (options) =>
            connectAndMigrate(options!, (options as unknown as { uploads: string }).uploads),
        }),
      ],
      providers: [
        Database,
        TransactionManager,
        DatabaseHealthIndicator,
        StartupLockService,
        SlowStatementLogger,
        StatementTracer,
        Clock,
      ],
      exports: [Database, TransactionManager, DatabaseHealthIndicator, StartupLockService, SlowStatementLogger, Clock],
    };
  }
}
