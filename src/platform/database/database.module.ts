import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Clock } from '../clock';
import { Config } from '../config/config';
import { BootLease } from './boot-lease';
import { dataSourceOptions } from './data-source';
import { Database } from './database';
import { DatabaseHealth } from './database-health';
import { firstConnection } from './first-connection';
import { SlowStatements } from './slow-statements';
import { TracedStatements } from './traced-statements';
import { Transactions } from './transactions';

export interface Schema {
  entities: readonly Function[];
  migrations: readonly Function[];
}

/** Connects at boot, migrates under the lease, and offers Database, Transactions, DatabaseHealth and the Clock. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(schema: Schema): DynamicModule {
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
            firstConnection(options!, (options as unknown as { uploads: string }).uploads),
        }),
      ],
      providers: [Database, Transactions, DatabaseHealth, BootLease, SlowStatements, TracedStatements, Clock],
      exports: [Database, Transactions, DatabaseHealth, BootLease, SlowStatements, Clock],
    };
  }
}
