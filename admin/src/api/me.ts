import { useQuery } from '@tanstack/react-query';
import { keepCounts } from './storage';
import { http } from './http';
import { apiKey, resourceKey } from './query-keys';
import { read } from './read';
import { useSession } from './use-session';

/** To be invalidated when a seat of the plan was taken or given back. */
export const ME_KEY = resourceKey('me');

/** Also writes the four counts to local storage, where the specification wants them. */
export function useFullMe() {
  return useQuery({
    queryKey: apiKey('me'),
    queryFn: async () => {
      const data = await read('me');
      keepCounts(data);
      return data;
    },
    staleTime: 30_000,
  });
}

/** Whose rows the reader sees: an admin all, a manager the line, a learner their own. Undefined: not known yet. */
export type Scope = 'all' | 'line' | 'self';
export function useScope(): Scope | undefined {
  const { role } = useSession();
  const { data, isError } = useFullMe();
  if (role !== 'user') return 'all';
  if (data) return data.is_manager ? 'line' : 'self';
  return isError ? 'self' : undefined;
}

/** Keeps a preference with the account. A failure is silent: the browser has kept it already. */
export function keepPreference(change: { locale: string }): void {
  http.patch('/api/me', change).catch(() => undefined);
}
