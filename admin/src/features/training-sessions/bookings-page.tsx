import { useMemo } from 'react';
import { useModule } from '@/crud/kit-context';
import { ResourceList } from '@/crud/list/resource-list';
import { bookingsIn } from './bookings-in';

/** Everybody's places in all sessions. */
export function BookingsPage() {
  const known = useModule('session-bookings');
  const module = useMemo(() => known && bookingsIn(known), [known]);
  return module ? <ResourceList module={module} /> : null;
}
