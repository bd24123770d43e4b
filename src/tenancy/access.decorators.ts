import { SetMetadata, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import type { Role } from '../contract/resource';
import {
  ALLOWED_ROLES,
  DRY_RUN_ROUTE,
  KEY_SCOPE_ROUTE,
  PUBLIC_ROUTE,
  SINGLE_USE_ROUTE,
  VERSIONED_ROUTE,
} from '../common/http/route-metadata';
import type { Tenant } from './tenant';

export interface PublicRouteOptions {
  why: string;
  /** Uses a valid session when there is one; a missing or expired one is ignored. */
  optionalSession: boolean;
  /** Returns true for requests that ask for more than the flow's secret; a session must then send its EID and OID. */
  requiresScopeHeaders?: (query: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * Opens a route without authentication. All open routes are listed in a test. With `optionalSession` the handler may
 * use `@MaybeTenant()`; otherwise bearer token, EID and OID are ignored.
 */
export const Public = (why: string, options: Partial<Omit<PublicRouteOptions, 'why'>> = {}) =>
  SetMetadata(PUBLIC_ROUTE, { optionalSession: false, ...options, why } satisfies PublicRouteOptions);

/** Roles that may call a route. The application does not start with a route that has neither this nor `@Public`. */
export const Allow = (...roles: readonly Role[]) => SetMetadata(ALLOWED_ROLES, roles);

export const PLATFORM_WRITES = 'skilgrid:platform-writes';

/**
 * Allows platform staff to change the customer that the request names; elsewhere they only read. The handler checks
 * which customer that is.
 */
export const AllowPlatformWrites = () => SetMetadata(PLATFORM_WRITES, true);

export const ALLOW_WHEN_EXPIRED = 'skilgrid:also-when-expired';

/** Allows a change after the subscription and its grace period have ended; other changes are answered with 402. */
export const AllowWhenExpired = (why: string) => SetMetadata(ALLOW_WHEN_EXPIRED, why);

export const ALLOW_WITHOUT_SECOND_FACTOR = 'skilgrid:without-second-factor';

/**
 * Allows sessions without a second factor although the customer requires one. Only for what is needed to set one up;
 * all other closed routes answer 403 `second_factor_required`.
 */
export const AllowWithoutSecondFactor = (why: string) => SetMetadata(ALLOW_WITHOUT_SECOND_FACTOR, why);

export interface RouteRecord {
  entity: Type;
  /** Column that `:id` in the path is compared with. */
  column: string;
}

/**
 * On a controller: the record that `:id` names, so that its changes honour `If-Match`. Without it, a change with
 * `If-Match` is rejected (docs/api.md).
 */
export const VersionedRoute = <E extends object>(entity: Type<E>, column: keyof E & string) =>
  SetMetadata(VERSIONED_ROUTE, { entity, column } satisfies RouteRecord);

export const UNCHANGED_FIELDS_ROUTE = 'skilgrid:echoed';

/**
 * On a change that is not a PATCH: body fields equal to the stored value of the record `:id` are not validated again.
 */
export const IgnoreUnchangedFields = <E extends object>(entity: Type<E>, column: keyof E & string) =>
  SetMetadata(UNCHANGED_FIELDS_ROUTE, { entity, column } satisfies RouteRecord);

/** On a POST that returns secrets and can run only once: `Idempotency-Key` is ignored. */
export const SingleUse = (why: string) => SetMetadata(SINGLE_USE_ROUTE, why);

export type DryRunAnswer = 'answer' | 'effects';

/**
 * Honours `X-Dry-Run: true`: the change runs, is rolled back and answered. `answer` returns the result of the call,
 * `effects` the counts reported to `DryRunService`.
 */
export const DryRun = (answers: DryRunAnswer = 'answer') => SetMetadata(DRY_RUN_ROUTE, answers);

/**
 * API key scopes, of which the key needs one: `@RequireApiKeyScope('reports:read')`. The route also needs `@Allow(…,
 * 'api_key')`; a `:read` scope never allows a change.
 */
export const RequireApiKeyScope = (...scopes: readonly ApiKeyScope[]) => SetMetadata(KEY_SCOPE_ROUTE, scopes);

interface RequestWithTenant {
  tenant?: Tenant;
}

export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): Tenant => {
  const { tenant } = context.switchToHttp().getRequest<RequestWithTenant>();
  if (!tenant) throw new Error('@CurrentTenant on a public route: use @MaybeTenant');
  return tenant;
});

/** On routes with `optionalSession`: the tenant (customer_id 0: platform staff), or undefined. */
export const MaybeTenant = createParamDecorator(
  (_: unknown, context: ExecutionContext): Tenant | undefined =>
    context.switchToHttp().getRequest<RequestWithTenant>().tenant,
);
