import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { IdempotencyService } from './idempotency.service';
import { IdempotencyKey } from './idempotency-key.entity';
import { RecordVersionsService } from './record-versions.service';
import { SafeWritesInterceptor } from './safe-writes.interceptor';
import { tenantRepositories } from './tenancy.module';
import { UnchangedFieldsInterceptor } from './unchanged-fields.interceptor';

@Module({
  providers: [
    ...tenantRepositories(IdempotencyKey),
    IdempotencyService,
    RecordVersionsService,
    // Order matters: UnchangedFieldsInterceptor runs within the transaction of SafeWritesInterceptor.
    { provide: APP_INTERCEPTOR, useClass: SafeWritesInterceptor },
    { provide: APP_INTERCEPTOR, useClass: UnchangedFieldsInterceptor },
  ],
})
export class SafeWritesModule {}
