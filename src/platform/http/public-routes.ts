/** Metadata key of `@Public('why')` (tenancy/access.ts): the guard opens the route, OpenAPI shows it without security. */
export const PUBLIC_ROUTE = 'skilgrid:public';
