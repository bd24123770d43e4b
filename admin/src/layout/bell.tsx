import { useSession } from '@/api/use-session';
import { Bell as NoticeBell } from '@/features/notices/bell';

/** Not for platform staff: they have no notices. */
export function Bell() {
  const { role, impersonation } = useSession();
  return role === 'platform' || impersonation ? null : <NoticeBell />;
}
