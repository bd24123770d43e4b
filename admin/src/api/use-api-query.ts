import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ApiError } from './api-error';
import { apiKey } from './query-keys';
import { apiGet, type ApiPath, type ApiAnswer, type QueryParams } from './api-get';

interface ApiQueryOptions<A extends ApiPath, T> extends Omit<
  UseQueryOptions<ApiAnswer<A>, ApiError, T>,
  'queryKey' | 'queryFn'
> {
  /** Another value that the answer depends on, such as the content revision of a training. */
  revision?: number;
}

/** Reads `GET /api/<address>`: endpoints that are neither a list nor a row of a resource. */
export function useApiQuery<A extends ApiPath, T = ApiAnswer<A>>(
  path: A,
  params: QueryParams = {},
  { revision, ...options }: ApiQueryOptions<A, T> = {},
) {
  return useQuery({ ...options, queryKey: apiKey(path, params, revision), queryFn: () => apiGet(path, params) });
}
