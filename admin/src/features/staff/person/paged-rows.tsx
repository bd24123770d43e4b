import type { ReactNode } from 'react';
import type { CrudFilter, CrudSort } from '@refinedev/core';
import type { Row } from '@/crud/module';
import { Pager } from '@/crud/list/pager';
import { usePagedList, usePageInAddress } from '@/crud/list/use-paged-list';
import { QueryState } from '@/components/states';

const PAGE = 20;

/** The rows of a resource page by page, the page in the address; how a row looks is the caller's. */
export function PagedRows<R extends Row>(props: {
  resource: string;
  filters: CrudFilter[];
  sorters: CrudSort[];
  none: ReactNode;
  children: (rows: readonly R[]) => ReactNode;
}) {
  const { none, children, ...list } = props;
  const [page, turn] = usePageInAddress();
  const { query, rows, counted, pager } = usePagedList<R>({ ...list, page, size: PAGE, turn });
  if (!query.data) return <QueryState query={query} rows={6} />;
  if (counted.total === 0) return <>{none}</>;
  return (
    <>
      {children(rows)}
      <Pager {...pager} />
    </>
  );
}
