/** Metadata key of `@Public('why')` (tenancy/access.ts): the guard opens the route, OpenAPI shows it without security. */
export const PUBLIC_ROUTE = 'skilgrid:public';
/** Metadata key of `@Allow(…roles)` (tenancy/access.ts); OpenAPI says who may call. */
export const ALLOWED_ROLES = 'skilgrid:allowed';
