import { useQuery } from '@tanstack/react-query';
import { keepCounts } from './storage';
import { currentRole } from './who';
import { http } from './http';
import { read } from './read';

/** Ask again when a seat of the plan was taken or given back. */
export const ME_QUERY = ['me'] as const;

/** Also writes the four counts to local storage, where the specification wants them. */
export function useFullMe() {
  return useQuery({
    queryKey: ME_QUERY,
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
  const { data, isError } = useFullMe();
  if (currentRole() !== 'user') return 'all';
  if (data) return data.is_manager ? 'line' : 'self';
  return isError ? 'self' : undefined;
}

/** Keeps a preference with the account. A failure is silent: the browser has kept it already. */
export function keepPreference(change: { locale: string }): void {
  http.patch('/api/me', change).catch(() => undefined);
}
