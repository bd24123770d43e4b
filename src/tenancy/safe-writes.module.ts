import { Module, RequestMethod, type NestModule } from '@nestjs/common';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants';
import { DiscoveryModule, DiscoveryService, MetadataScanner } from '@nestjs/core';
import { VERSIONED_ROUTE } from '../platform/http/public-routes';
import { ECHOED } from './access';
import { Idempotency } from './idempotency';
import { IdempotencyKey } from './idempotency-key.entity';
import { passIdleInterceptors } from './idle-interceptors';
import { RecordVersions } from './record-versions';
import { SafeWrites } from './safe-writes.interceptor';
import { tenantRepositories } from './tenancy.module';
import { UnchangedFields } from './unchanged-fields.interceptor';

/**
 * `Idempotency-Key`, `If-Match` and rows sent back whole, for every route that changes something. An interceptor costs each
 * request of its route a fifth of a short list, used or not: what only reads has none.
 */
@Module({
  imports: [DiscoveryModule],
  providers: [...tenantRepositories(IdempotencyKey), Idempotency, RecordVersions, SafeWrites, UnchangedFields],
})
export class SafeWritesModule implements NestModule {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly safeWrites: SafeWrites,
    private readonly unchangedFields: UnchangedFields,
  ) {}

  /** Before the routes are made of their handlers: later it would change nothing. */
  configure(): void {
    passIdleInterceptors();
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const prototype = (instance ? Object.getPrototypeOf(instance) : {}) as Record<string, Function>;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const handler = prototype[name]!;
        const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
        if (method === undefined || method === RequestMethod.GET) continue;
        const has = (key: string): boolean =>
          [handler, metatype!].some((target) => Reflect.getMetadata(key, target) !== undefined);
        const echoed = has(ECHOED) || (method === RequestMethod.PATCH && has(VERSIONED_ROUTE));
        const others = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as readonly object[];
        if (others.some((one) => !(one instanceof SafeWrites || one instanceof UnchangedFields)))
          throw new Error(
            `${metatype!.name}.${name} has interceptors of its own: they belong beside those of safe writes`,
          );
        // The second one within the transaction of the first. Set, not added: an application of a test is not the only one.
        const all = [this.safeWrites, ...(echoed ? [this.unchangedFields] : [])];
        Reflect.defineMetadata(INTERCEPTORS_METADATA, all, handler);
      }
    }
  }
}
