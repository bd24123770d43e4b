import { useOne, type HttpError } from '@refinedev/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { FailedState } from '@/components/state-panels';
import { clearImpersonation, startImpersonation } from '@/api/impersonation';
import type { CustomerRow } from '@contract/customers.resource';
import { PageSkeleton } from '@/components/page-skeleton';

/** Starts the impersonation of the customer in the address, for platform staff. */
export function StartImpersonation({ customer_id }: { customer_id: string }) {
  const { pathname, search } = useLocation();
  const [hasLeft, setHasLeft] = useState(false);
  // Otherwise the previously viewed customer would be read.
  useEffect(() => {
    clearImpersonation();
    setHasLeft(true);
  }, []);
  const { query: customerQuery } = useOne<CustomerRow, HttpError>({
    resource: 'customers',
    id: customer_id,
    errorNotification: false,
    queryOptions: { enabled: hasLeft },
  });
  useEffect(() => {
    if (!customerQuery.data) return;
    const otherParams = new URLSearchParams(search);
    otherParams.delete('customer_id');
    startImpersonation(customerQuery.data.data, otherParams.size ? `${pathname}?${otherParams.toString()}` : pathname);
  }, [customerQuery.data, pathname, search]);
  if (customerQuery.isError)
    return <FailedState error={customerQuery.error} retry={() => void customerQuery.refetch()} />;
  return <PageSkeleton />;
}
