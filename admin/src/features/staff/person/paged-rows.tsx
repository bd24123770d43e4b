import type { ReactNode } from 'react';
import { Pagination, Skeleton } from 'antd';
import { useList, type CrudFilter, type CrudSort, type HttpError } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Row } from '@/crud/module';
import { countedIn, lastPageInstead, useLastPage } from '@/crud/list/paging';
import { FailedState } from '@/components/states';

const PAGE = 20;

/** The rows of a resource page by page, the page in the address; how a row looks is the caller's. */
export function PagedRows<R extends Row>(props: {
  resource: string;
  filters: CrudFilter[];
  sorters: CrudSort[];
  none: ReactNode;
  children: (rows: readonly R[]) => ReactNode;
}) {
  const { resource, filters, sorters, none, children } = props;
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const { query, result } = useList<R, HttpError>({
    resource,
    filters,
    sorters,
    pagination: { currentPage: page, pageSize: PAGE },
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData },
  });
  const turn = (next: number, replace = false) =>
    setAddress(
      (now) => {
        const changed = new URLSearchParams(now);
        if (next > 1) changed.set('page', String(next));
        else changed.delete('page');
        return changed;
      },
      { replace },
    );
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  const place = { page, size: PAGE };
  useLastPage(isSettled ? lastPageInstead(countedIn(query.data), place, result.data.length) : null, (last) =>
    turn(last, true),
  );
  if (query.isError) return <FailedState error={query.error} retry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const total = query.data.total ?? 0;
  if (total === 0) return <>{none}</>;
  return (
    <>
      {children(result.data)}
      <div className="kit-pages">
        <Pagination
          current={page}
          pageSize={PAGE}
          total={total}
          showSizeChanger={false}
          hideOnSinglePage
          onChange={(next) => turn(next)}
        />
      </div>
    </>
  );
}
