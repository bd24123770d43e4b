import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { FailedState } from '@/kit/states';
import { forgetViewing, startViewing } from '@/client/viewing';
import { dataProvider } from '@/client/data';
import type { CustomerRow } from '@contract/customers.resource';
import { PageWaiting } from '@/kit/page-waiting';

/** Platform staff at a list whose address names an organisation: they look at that one, and the list is its. */
export function LookAt({ customer_id }: { customer_id: string }) {
  const { pathname, search } = useLocation();
  const named = useQuery({
    queryKey: ['customers', 'named', customer_id],
    queryFn: async () => {
      // Whom they looked at until now would be asked instead.
      forgetViewing();
      const { data } = await dataProvider.getOne({ resource: 'customers', id: customer_id });
      return data as CustomerRow;
    },
  });
  useEffect(() => {
    if (!named.data) return;
    const rest = new URLSearchParams(search);
    rest.delete('customer_id');
    startViewing(named.data, rest.size ? `${pathname}?${rest.toString()}` : pathname);
  }, [named.data, pathname, search]);
  if (named.isError) return <FailedState error={named.error} retry={() => void named.refetch()} />;
  return <PageWaiting />;
}
