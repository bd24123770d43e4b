import { PATH_METADATA } from '@nestjs/common/constants.js';
import type { ApiKeyScope } from '../../contract/api-keys.resource';

/** Metadata key of `@Public('why')` (tenancy/access.decorators.ts): the guard opens the route, OpenAPI shows it without security. */
export const PUBLIC_ROUTE = 'skilgrid:public';
/** Metadata key of `@Allow(…roles)` (tenancy/access.decorators.ts); OpenAPI says who may call. */
export const ALLOWED_ROLES = 'skilgrid:allowed';
/** Metadata key of `@VersionedRoute(Entity, column)` (tenancy/access.decorators.ts); OpenAPI shows ETag, If-Match and 412. */
export const VERSIONED_ROUTE = 'skilgrid:version-of';
/** Metadata key of `@RequireApiKeyScope(…scopes)` (tenancy/access.decorators.ts). */
export const KEY_SCOPE_ROUTE = 'skilgrid:key-scope';
/** Metadata key of `@SingleUse('why')` (tenancy/access.decorators.ts): no Idempotency-Key here. */
export const SINGLE_USE_ROUTE = 'skilgrid:single-use';
/** Metadata key of `@DryRun()` (tenancy/access.decorators.ts); OpenAPI shows X-Dry-Run. */
export const DRY_RUN_ROUTE = 'skilgrid:dry-run';

/** Metadata of the handler, else of its controller. */
export const metadataOf = (key: string, handler: Function, controller: Function): unknown =>
  Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);

/**
 * An API key needs one of these scopes: those of `@RequireApiKeyScope`, else the read scope of the resource in the controller's
 * path (`api/staff` → `staff:read`).
 */
export function keyScopesOf(handler: Function, controller: Function): readonly ApiKeyScope[] {
  const declaredScopes = metadataOf(KEY_SCOPE_ROUTE, handler, controller) as readonly ApiKeyScope[] | undefined;
  if (declaredScopes) return declaredScopes;
  const path = [Reflect.getMetadata(PATH_METADATA, controller) as string | string[]].flat()[0] ?? '';
  return [`${/^\/?api\/([\w-]+)/.exec(path)?.[1] ?? ''}:read`];
}

/** Such a scope (`staff:read`) never permits a change. */
export const isReadScope = (scope: ApiKeyScope): boolean => scope.endsWith(':read');
