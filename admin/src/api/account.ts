import { useQuery } from '@tanstack/react-query';
import { saveCounts } from './storage';
import { http } from './http';
import { apiKey, resourceKey } from './query-keys';
import { apiGet } from './api-get';
import { useSession } from './use-session';

/** Invalidate it when the number of used seats of the plan changes. */
export const ACCOUNT_KEY = resourceKey('me');

/** Also writes the four counts to local storage, as the specification requires. */
export function useAccountQuery() {
  return useQuery({
    queryKey: apiKey('me'),
    queryFn: async () => {
      const data = await apiGet('me');
      saveCounts(data);
      return data;
    },
    staleTime: 30_000,
  });
}

/** Whose rows the user sees: all (admin), the own line (manager) or only the own ones. */
export type VisibilityScope = 'all' | 'line' | 'self';

/** @returns undefined while the account is loading */
export function useVisibilityScope(): VisibilityScope | undefined {
  const { role } = useSession();
  const { data, isError } = useAccountQuery();
  if (role !== 'user') return 'all';
  if (data) return data.is_manager ? 'line' : 'self';
  return isError ? 'self' : undefined;
}

/** Saves a preference in the account. Failures are ignored: the browser has stored it. */
export function saveAccountPreference(change: { locale: string }): void {
  http.patch('/api/me', change).catch(() => undefined);
}
