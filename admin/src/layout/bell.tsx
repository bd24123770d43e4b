import { useSession } from '@/api/use-session';
import { Bell as Ringing } from '@/features/notices/bell';

/** Of who belongs to an organisation: platform staff are told nothing. */
export function Bell() {
  const { role, viewing } = useSession();
  return role === 'platform' || viewing ? null : <Ringing />;
}
