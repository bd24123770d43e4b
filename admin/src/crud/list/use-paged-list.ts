import { useList, type BaseRecord, type HttpError, type UseListProps } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { toTotalCount, findLastPage, pagerTotal, useRedirectToLastPage } from './paging';

interface PagedListProps<R> extends UseListProps<R, HttpError, R> {
  page?: number;
  size: number;
  /** @param replace replace the history entry */
  goToPage?: (page: number, replace?: boolean) => void;
}

/** Refine's `useList` with pages; the previous rows stay until the next ones arrive. `pager` is for `Pager`. */
export function usePagedList<R extends BaseRecord>(props: PagedListProps<R>) {
  const { page = 1, size, goToPage = () => undefined, queryOptions, ...list } = props;
  const { query, result } = useList<R, HttpError>({
    ...list,
    pagination: { currentPage: page, pageSize: size },
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData, ...queryOptions },
  });
  const rows = result.data;
  const totalCount = toTotalCount(query.data);
  const pageState = { page, size };
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  useRedirectToLastPage(isSettled ? findLastPage(totalCount, pageState, rows.length) : null, (last) =>
    goToPage(last, true),
  );
  return {
    query,
    rows,
    totalCount,
    pager: { page, size, total: pagerTotal(totalCount, pageState, rows.length), goToPage },
  };
}

/** The page number in the address. */
export function usePageParam(): [page: number, turn: (page: number, replace?: boolean) => void] {
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const goToPage = (next: number, replace = false) =>
    setAddress(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next > 1) changed.set('page', String(next));
        else changed.delete('page');
        return changed;
      },
      { replace },
    );
  return [page, goToPage];
}
