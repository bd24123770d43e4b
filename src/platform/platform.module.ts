import { Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config/config';
import { HealthModule } from './health/health.module';
import { DocsAccounts } from './http/docs-accounts';
import { GracefulShutdown } from './http/graceful-shutdown';
import { Log } from './logging/log';
import { LongReplies } from './long-replies';
import { Meters } from './metrics/meters';
import { Passwords } from './passwords';
import { Traces } from './tracing/traces';

/** The machines everyone may inject: settings, log, passwords. Database (with the clock), mail and throttle have modules of their own. */
@Module({})
export class PlatformModule {
  static with(config: Config): DynamicModule {
    return {
      module: PlatformModule,
      global: true,
      imports: [HealthModule],
      providers: [
        Passwords,
        DocsAccounts,
        GracefulShutdown,
        Meters,
        Traces,
        LongReplies,
        { provide: Config, useValue: config },
        { provide: Log, useFactory: () => new Log(config) },
      ],
      exports: [Config, Meters, Traces, LongReplies, DocsAccounts, Log, Passwords, GracefulShutdown],
    };
  }
}
