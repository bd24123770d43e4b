import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { ApiKeyScope } from '../../contract/api-keys.resource';

/** Metadata key of `@Public('why')` (tenancy/access.ts): the guard opens the route, OpenAPI shows it without security. */
export const PUBLIC_ROUTE = 'skilgrid:public';
/** Metadata key of `@Allow(…roles)` (tenancy/access.ts); OpenAPI says who may call. */
export const ALLOWED_ROLES = 'skilgrid:allowed';
/** Metadata key of `@VersionOf(Entity, column)` (tenancy/access.ts); OpenAPI shows ETag, If-Match and 412. */
export const VERSIONED_ROUTE = 'skilgrid:version-of';
/** Metadata key of `@KeyScope(…scopes)` (tenancy/access.ts). */
export const KEY_SCOPE_ROUTE = 'skilgrid:key-scope';
/** Metadata key of `@SingleUse('why')` (tenancy/access.ts): no Idempotency-Key here. */
export const SINGLE_USE_ROUTE = 'skilgrid:single-use';
/** Metadata key of `@DryRun()` (tenancy/access.ts); OpenAPI shows X-Dry-Run. */
export const DRY_RUN_ROUTE = 'skilgrid:dry-run';

/** What a route says of itself, or its controller for all of its routes. */
export const metadataOf = (key: string, handler: Function, controller: Function): unknown =>
  Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);

/**
 * The scopes of which an API key needs one, on a route that admits keys: those of `@KeyScope`, else that of the resource in
 * the controller's path (`api/staff` → `staff:read`).
 */
export function keyScopesOf(handler: Function, controller: Function): readonly ApiKeyScope[] {
  const named = metadataOf(KEY_SCOPE_ROUTE, handler, controller) as readonly ApiKeyScope[] | undefined;
  if (named) return named;
  const path = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat()[0] ?? '';
  return [`${/^\/?api\/([\w-]+)/.exec(path)?.[1] ?? ''}:read`];
}

/** `staff:read`: such a scope never admits a change. */
export const isReadScope = (scope: ApiKeyScope): boolean => scope.endsWith(':read');
