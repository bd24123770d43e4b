import { Pagination, type PaginationProps } from 'antd';
import { PAGE_SIZES, withPage, type ListState, type PageEnds } from './list-state';
import { useIsMobile } from '@/components/use-is-mobile';

/** Pagination; nothing for a single page. */
export function Pager(props: {
  page: number;
  size: number;
  total: number;
  goToPage: (page: number) => void;
  simple?: PaginationProps['simple'];
  className?: string;
}) {
  const { page, size, total, goToPage, simple = false, className = 'kit-pages' } = props;
  if (total <= size) return null;
  return (
    <div className={className}>
      <Pagination
        current={page}
        pageSize={size}
        total={total}
        simple={simple}
        showSizeChanger={false}
        onChange={(next) => goToPage(next)}
      />
    </div>
  );
}

/** Pagination with page size. @param ends keys of the rows on the screen */
export function ListPager(props: {
  state: ListState;
  change: (state: ListState) => void;
  total: number;
  ends: PageEnds;
}) {
  const { state, change, total, ends } = props;
  const isMobile = useIsMobile();
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <div className="kit-pages">
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={total}
        size={isMobile ? 'small' : 'default'}
        simple={isMobile}
        showSizeChanger={!isMobile}
        pageSizeOptions={[...PAGE_SIZES]}
        onChange={(page, size) =>
          change(size === state.size ? withPage(state, page, ends) : { ...withPage(state, 1, {}), size })
        }
      />
    </div>
  );
}
