import { keys } from '@refinedev/core';
import { hashKey, type QueryKey } from '@tanstack/react-query';
import { readViewing } from './viewing';

/**
 * The keys of everything that is read, as Refine's hooks build theirs: `['data', 'default', resource, …]`. What Refine
 * invalidates when a resource changes is therefore also what our own queries read of it.
 */

/** The prefix of every data key. */
export const DATA_KEY: QueryKey = keys().data().get();

/** The prefix of all keys of a resource, for every customer. Used to invalidate. */
export const resourceKey = (resource: string): QueryKey => keys().data().resource(resource).get();

/** Platform staff read the rows of the customer in view: those of another one are other data. */
const scope = () => ({ customer_id: readViewing()?.customer_id ?? null });

/** The key of a query of our own that reads a resource. */
export const dataKey = (resource: string, ...parts: readonly unknown[]): QueryKey => [
  ...resourceKey(resource),
  scope(),
  ...parts,
];

/**
 * What `GET /api/<address>` answers; it belongs to the resource that its address begins with.
 * @param revision what else decides the answer, as the state of a training's contents
 */
export const apiKey = (
  address: string,
  params: URLSearchParams | Record<string, string> = {},
  revision: number | null = null,
): QueryKey => dataKey(address.split('/')[0]!, address, new URLSearchParams(params).toString(), revision);

/** The row behind an id, read for its name (crud/names.ts). */
export const nameKey = (resource: string, id: string): QueryKey => dataKey(resource, 'name', id);

/** The id whose name is read by such a key; undefined for any other key. */
export const nameIdOf = (key: QueryKey): string | undefined => (key[4] === 'name' ? String(key[5]) : undefined);

/** For the query client: Refine's own hooks do not know the customer in view, so it is part of the hash of every key. */
export const hashInView = (key: QueryKey): string => hashKey([scope(), ...key]);
