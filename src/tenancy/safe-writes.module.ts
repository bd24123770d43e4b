import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Idempotency } from './idempotency';
import { IdempotencyKey } from './idempotency-key.entity';
import { RecordVersions } from './record-versions';
import { SafeWrites } from './safe-writes.interceptor';
import { tenantRepositories } from './tenancy.module';

/** `Idempotency-Key` and `If-Match`, for every route. */
@Module({
  providers: [
    ...tenantRepositories(IdempotencyKey),
    Idempotency,
    RecordVersions,
    { provide: APP_INTERCEPTOR, useClass: SafeWrites },
  ],
})
export class SafeWritesModule {}
