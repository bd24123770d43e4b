import { SetMetadata, createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import type { ApiKeyScope } from '../contract/api-keys.resource';
import type { Role } from '../contract/resource';
import { DRY_RUN_ROUTE, KEY_SCOPE_ROUTE, SINGLE_USE_ROUTE, VERSIONED_ROUTE } from '../platform/http/public-routes';
import type { Tenant } from './tenant';

export const PUBLIC = 'skilgrid:public';
export const ALLOWED = 'skilgrid:allowed';

export interface Opened {
  why: string;
  /** A valid session is used when there is one; a stale one is ignored (contract.md, Scope). */
  recognise: boolean;
  /** Asks for more than the flow's secret: a valid session must then name its EID and OID, as on closed routes. */
  scoped?: (query: Readonly<Record<string, unknown>>) => boolean;
}

/**
 * Opens a route: every route is closed otherwise, and the list of open ones is a test. A stale bearer, EID or OID is
 * ignored on it. `recognise`: the handler may ask for `@MaybeTenant()`.
 */
export const Public = (why: string, options: Partial<Omit<Opened, 'why'>> = {}) =>
  SetMetadata(PUBLIC, { recognise: false, ...options, why } satisfies Opened);

/** Who may call a closed route. A route that says neither this nor `@Public` does not start. */
export const Allow = (...roles: readonly Role[]) => SetMetadata(ALLOWED, roles);

export const PLATFORM_WRITES = 'skilgrid:platform-writes';

/**
 * On a change that platform staff may make to an organisation they name in the request; everywhere else they only look.
 * The handler judges which organisation that is.
 */
export const PlatformWrites = () => SetMetadata(PLATFORM_WRITES, true);

export const ALSO_WHEN_EXPIRED = 'skilgrid:also-when-expired';

/** On a change that stays possible when subscription and grace are over (contract.md, Integrity); every other one answers 402. */
export const AlsoWhenExpired = (why: string) => SetMetadata(ALSO_WHEN_EXPIRED, why);

export const WITHOUT_SECOND_FACTOR = 'skilgrid:without-second-factor';

/**
 * On what a session may reach that was made without a second factor although its organisation requires one: what setting
 * one up needs, and nothing else. Every other closed route answers 403 `second_factor_required`.
 */
export const WithoutSecondFactor = (why: string) => SetMetadata(WITHOUT_SECOND_FACTOR, why);

export interface Versioned {
  entity: Type;
  /** What `:id` in the path is. */
  column: string;
}

/**
 * On a controller: the record that `:id` names. Every change below it then honours `If-Match` (contract.md, Integrity);
 * without this, a change that sends `If-Match` is refused rather than made blindly.
 */
export const VersionOf = <E extends object>(entity: Type<E>, column: keyof E & string) =>
  SetMetadata(VERSIONED_ROUTE, { entity, column } satisfies Versioned);

export const ECHOED = 'skilgrid:echoed';

/** On a change of the record that `:id` names, by another verb than PATCH: what is sent as it is kept is not judged anew. */
export const Echoes = <E extends object>(entity: Type<E>, column: keyof E & string) =>
  SetMetadata(ECHOED, { entity, column } satisfies Versioned);

/** On a POST that answers secrets and has a single use of its own: an `Idempotency-Key` means nothing there. */
export const SingleUse = (why: string) => SetMetadata(SINGLE_USE_ROUTE, why);

export type DryRunAnswer = 'answer' | 'effects';

/**
 * On a change that honours `X-Dry-Run: true`: it is made, rolled back and answered. `answer`: what the call itself would
 * answer. `effects`: what was reported to DryRuns.
 */
export const DryRun = (answers: DryRunAnswer = 'answer') => SetMetadata(DRY_RUN_ROUTE, answers);

/**
 * The scopes of which an API key needs one, where the path does not name the resource or keys may do more than read it:
 * `@KeyScope('reports:read')`, `@KeyScope('import')`. The route also needs `@Allow(…, 'api_key')`; a `:read` scope never
 * admits a change.
 */
export const KeyScope = (...scopes: readonly ApiKeyScope[]) => SetMetadata(KEY_SCOPE_ROUTE, scopes);

interface Scoped {
  tenant?: Tenant;
}

/** The organisation whose data this request may touch, as the session says. */
export const CurrentTenant = createParamDecorator((_: unknown, context: ExecutionContext): Tenant => {
  const { tenant } = context.switchToHttp().getRequest<Scoped>();
  if (!tenant) throw new Error('@CurrentTenant on an open route: use @MaybeTenant');
  return tenant;
});

/** On routes opened with `recognise`: the caller's tenant (customer_id 0: platform staff), or undefined. */
export const MaybeTenant = createParamDecorator(
  (_: unknown, context: ExecutionContext): Tenant | undefined => context.switchToHttp().getRequest<Scoped>().tenant,
);
