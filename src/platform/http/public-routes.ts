/** Metadata key of `@Public('why')` (tenancy/access.ts): the guard opens the route, OpenAPI shows it without security. */
export const PUBLIC_ROUTE = 'skilgrid:public';
/** Metadata key of `@Allow(…roles)` (tenancy/access.ts); OpenAPI says who may call. */
export const ALLOWED_ROLES = 'skilgrid:allowed';
/** Metadata key of `@VersionOf(Entity, column)` (tenancy/access.ts); OpenAPI shows ETag, If-Match and 412. */
export const VERSIONED_ROUTE = 'skilgrid:version-of';
/** Metadata key of `@SingleUse('why')` (tenancy/access.ts): no Idempotency-Key here. */
export const SINGLE_USE_ROUTE = 'skilgrid:single-use';
