import { currentRole } from '@/api/who';
import { readViewing } from '@/api/viewing';
import { Bell as Ringing } from '@/features/notices/bell';

/** Of who belongs to an organisation: platform staff are told nothing. */
export const Bell = () => (currentRole() === 'platform' || readViewing() ? null : <Ringing />);
