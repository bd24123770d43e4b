import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ApiError } from './api-error';
import { apiKey } from './query-keys';
import { read, type Address, type Answer, type Params } from './read';

interface Options<A extends Address, T> extends Omit<UseQueryOptions<Answer<A>, ApiError, T>, 'queryKey' | 'queryFn'> {
  /** What else decides the answer, as the state of a training's contents. */
  revision?: number;
}

/** Reads `GET /api/<address>`: whatever is no list of a resource and no row of one, which Refine's hooks read. */
export function useApiQuery<A extends Address, T = Answer<A>>(
  address: A,
  params: Params = {},
  { revision, ...options }: Options<A, T> = {},
) {
  return useQuery({ ...options, queryKey: apiKey(address, params, revision), queryFn: () => read(address, params) });
}
