import { useList, type BaseRecord, type HttpError, type UseListProps } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { countedIn, lastPageInstead, pagerTotal, useLastPage } from './paging';

interface PagedListProps<R> extends UseListProps<R, HttpError, R> {
  page?: number;
  size: number;
  /** `replace`: instead of this page's step in the history. */
  turn?: (page: number, replace?: boolean) => void;
}

/** Refine's `useList`, page by page: the rows of the page before stay until the next ones have come. `pager` is for `Pager`. */
export function usePagedList<R extends BaseRecord>(props: PagedListProps<R>) {
  const { page = 1, size, turn = () => undefined, queryOptions, ...list } = props;
  const { query, result } = useList<R, HttpError>({
    ...list,
    pagination: { currentPage: page, pageSize: size },
    errorNotification: false,
    queryOptions: { placeholderData: keepPreviousData, ...queryOptions },
  });
  const rows = result.data;
  const counted = countedIn(query.data);
  const place = { page, size };
  const isSettled = query.isSuccess && !query.isPlaceholderData;
  useLastPage(isSettled ? lastPageInstead(counted, place, rows.length) : null, (last) => turn(last, true));
  return { query, rows, counted, pager: { page, size, total: pagerTotal(counted, place, rows.length), turn } };
}

/** The page in the address: Back turns back. */
export function usePageInAddress(): [page: number, turn: (page: number, replace?: boolean) => void] {
  const [address, setAddress] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  const turn = (next: number, replace = false) =>
    setAddress(
      (current) => {
        const changed = new URLSearchParams(current);
        if (next > 1) changed.set('page', String(next));
        else changed.delete('page');
        return changed;
      },
      { replace },
    );
  return [page, turn];
}
