import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Idempotency } from './idempotency';
import { IdempotencyKey } from './idempotency-key.entity';
import { RecordVersions } from './record-versions';
import { SafeWrites } from './safe-writes.interceptor';
import { tenantRepositories } from './tenancy.module';
import { UnchangedFields } from './unchanged-fields.interceptor';

/** `Idempotency-Key`, `If-Match` and rows sent back whole, for every route that changes something. */
@Module({
  providers: [
    ...tenantRepositories(IdempotencyKey),
    Idempotency,
    RecordVersions,
    // The order matters: UnchangedFields runs within the transaction of SafeWrites.
    { provide: APP_INTERCEPTOR, useClass: SafeWrites },
    { provide: APP_INTERCEPTOR, useClass: UnchangedFields },
  ],
})
export class SafeWritesModule {}
