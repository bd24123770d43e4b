import { Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config/config';
import { HealthModule } from './health/health.module';
import { Drain } from './http/drain';
import { Log } from './logging/log';
import { Passwords } from './passwords';

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
        Drain,
        { provide: Config, useValue: config },
        { provide: Log, useFactory: () => new Log(config) },
      ],
      exports: [Config, Log, Passwords, Drain],
    };
  }
}
