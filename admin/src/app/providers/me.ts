import { useQuery } from '@tanstack/react-query';
import { ME_QUERY } from '@/kit/kit-context';
import { keepCounts, type Counts, type CurrentUser } from '../session/storage';
import { currentRole } from '../session/who';
import { http } from './http';

/** A new e-mail or user name that counts once the mailbox has confirmed it; null: stays. */
export interface PendingNames {
  email: string | null;
  user_name: string | null;
  sent_to: string;
  /** ISO instants. */
  asked_at: string;
  expires_at: string;
}

/** `GET /api/me`: who is asking, what the plan has used and allows. A null limit is no limit. */
export interface FullMe extends Omit<CurrentUser, 'token'>, Counts {
  customer_id: string | number;
  customer_name: string;
  time_zone: string;
  /** Somebody stands below them: lists and reports have those people's rows, too. */
  is_manager: boolean;
  theme: 'light' | 'dark' | 'system' | null;
  locale: string | null;
  subscription: { status: string; expires_on: string | null } | null;
  sign_in_change: PendingNames | null;
}

/** Also writes the four counts to local storage, where the specification wants them. */
export function useFullMe() {
  return useQuery({
    queryKey: ME_QUERY,
    queryFn: async () => {
      const { data } = await http.get<FullMe>('/api/me');
      keepCounts(data);
      return data;
    },
    staleTime: 30_000,
    retry: false,
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
export function keepPreference(change: { locale?: string; theme?: string }): void {
  http.patch('/api/me', change).catch(() => undefined);
}
