import { currentRole } from '@/client/who';
import { readViewing } from '@/client/viewing';
import { Bell as Ringing } from '../../pages/notices/bell';

/** Of who belongs to an organisation: platform staff are told nothing. */
export const Bell = () => (currentRole() === 'platform' || readViewing() ? null : <Ringing />);
