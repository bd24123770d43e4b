import { keys } from '@refinedev/core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { readImpersonation } from './impersonation';

/**
 * Query keys in the format of Refine's hooks, `['data', 'default', resource, …]`, so that Refine's invalidation of a
 * resource also covers our own queries.
 */

/** Prefix of every data key. */
export const DATA_KEY: QueryKey = keys().data().get();

/** Prefix of all keys of a resource, for every customer. Used to invalidate. */
export const resourceKey = (resource: string): QueryKey => keys().data().resource(resource).get();

/** Platform staff read rows of the impersonated customer; each customer needs its own cache entries. */
const customerScope = () => ({ customer_id: readImpersonation()?.customer_id ?? null });

/** Key of an own query that reads a resource. */
export const dataKey = (resource: string, ...parts: readonly unknown[]): QueryKey => [
  ...resourceKey(resource),
  customerScope(),
  ...parts,
];

/**
 * Key of `GET /api/<address>`; belongs to the resource that the address starts with.
 * @param revision another value that the answer depends on, such as the content revision of a training
 */
export const apiKey = (
  address: string,
  params: URLSearchParams | Record<string, string> = {},
  revision: number | null = null,
): QueryKey => dataKey(address.split('/')[0]!, address, new URLSearchParams(params).toString(), revision);

/** Key of a row that is read for its name (crud/row-names.ts). */
export const rowNameKey = (resource: string, id: string): QueryKey => dataKey(resource, 'name', id);

/** The row id of a `rowNameKey`; undefined for any other key. */
export const readRowNameId = (key: QueryKey): string | undefined => (key[4] === 'name' ? String(key[5]) : undefined);

/** Hash function of the query client: adds the impersonated customer, which Refine's hooks do not know. */
export const hashQueryKey = (key: QueryKey): string => hashKey([customerScope(), ...key]);
