import { useOne, type HttpError } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { FailedState } from '@/components/states';
import { forgetViewing, startViewing } from '@/api/viewing';
import type { CustomerRow } from '@contract/customers.resource';
import { PageWaiting } from '@/components/page-waiting';

/** Platform staff at a page whose address names a customer: they look at that customer from here on. */
export function LookAt({ customer_id }: { customer_id: string }) {
  const { pathname, search } = useLocation();
  const [hasLeft, setHasLeft] = useState(false);
  // The customer that was looked at until now would be read instead.
  useEffect(() => {
    forgetViewing();
    setHasLeft(true);
  }, []);
  const { query: named } = useOne<CustomerRow, HttpError>({
    resource: 'customers',
    id: customer_id,
    errorNotification: false,
    queryOptions: { enabled: hasLeft },
  });
  useEffect(() => {
    if (!named.data) return;
    const rest = new URLSearchParams(search);
    rest.delete('customer_id');
    startViewing(named.data.data, rest.size ? `${pathname}?${rest.toString()}` : pathname);
  }, [named.data, pathname, search]);
  if (named.isError) return <FailedState error={named.error} retry={() => void named.refetch()} />;
  return <PageWaiting />;
}
