import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { FailedState } from '@/kit/states';
import { http } from '@/client/http';
import { forgetViewing, startViewing } from '@/client/viewing';
import { PageWaiting } from '@/kit/page-waiting';

/** Platform staff at a list whose address names an organisation: they look at that one, and the list is its. */
export function LookAt({ customer_id }: { customer_id: string }) {
  const { pathname, search } = useLocation();
  const named = useQuery({
    queryKey: ['customers', 'named', customer_id],
    queryFn: async () => {
      // Whom they looked at until now would be asked instead.
      forgetViewing();
      const { data } = await http.get<{ customer_id: number; customer_name: string }>(
        `/api/customers/${encodeURIComponent(customer_id)}`,
      );
      return data;
    },
    retry: false,
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
