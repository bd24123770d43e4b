import type { ReactNode } from 'react';
import type { CrudFilter, CrudSort } from '@refinedev/core';
import type { Row } from '@/crud/resource-module';
import { Pager } from '@/crud/list/pager';
import { usePagedList, usePageParam } from '@/crud/list/use-paged-list';
import { QueryState } from '@/components/state-panels';

const PAGE_SIZE = 20;

/** Pages through a resource, with the page in the address; `children` renders the rows. */
export function PagedRows<R extends Row>(props: {
  resource: string;
  filters: CrudFilter[];
  sorters: CrudSort[];
  emptyState: ReactNode;
  children: (rows: readonly R[]) => ReactNode;
}) {
  const { emptyState, children, ...list } = props;
  const [page, goToPage] = usePageParam();
  const { query, rows, totalCount, pager } = usePagedList<R>({ ...list, page, size: PAGE_SIZE, goToPage });
  if (!query.data) return <QueryState query={query} rows={6} />;
  if (totalCount.total === 0) return <>{emptyState}</>;
  return (
    <>
      {children(rows)}
      <Pager {...pager} />
    </>
  );
}
