import { Module, type DynamicModule } from '@nestjs/common';
import { Config } from './config/config';
import { HealthModule } from './health/health.module';
import { DocsAccountRegistry } from './http/docs-account-registry';
import { GracefulShutdownService } from './http/graceful-shutdown.service';
import { AppLogger } from './logging/app-logger';
import { StreamingResponseService } from './http/streaming-response.service';
import { MetricsService } from './metrics/metrics.service';
import { PasswordService } from './security/password.service';
import { TraceService } from './tracing/trace.service';

@Module({})
export class InfrastructureModule {
  static forRoot(config: Config): DynamicModule {
    return {
      module: InfrastructureModule,
      global: true,
      imports: [HealthModule],
      providers: [
        PasswordService,
        DocsAccountRegistry,
        GracefulShutdownService,
        MetricsService,
        TraceService,
        StreamingResponseService,
        { provide: Config, useValue: config },
        { provide: AppLogger, useFactory: () => new AppLogger(config) },
      ],
      exports: [
        Config,
        MetricsService,
        TraceService,
        StreamingResponseService,
        DocsAccountRegistry,
        AppLogger,
        PasswordService,
        GracefulShutdownService,
      ],
    };
  }
}
