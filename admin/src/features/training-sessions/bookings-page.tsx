import { useMemo } from 'react';
import { useModule } from '@/crud/crud-context';
import { ResourceList } from '@/crud/list/resource-list';
import { toBookingsModule } from './bookings-module';

/** Bookings of all sessions. */
export function BookingsPage() {
  const baseModule = useModule('session-bookings');
  const module = useMemo(() => baseModule && toBookingsModule(baseModule), [baseModule]);
  return module ? <ResourceList module={module} /> : null;
}
