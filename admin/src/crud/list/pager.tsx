import { Pagination, type PaginationProps } from 'antd';
import { PAGE_SIZES, turnedTo, type ListState, type PageEnds } from './list-state';
import { useNarrow } from '@/components/use-narrow';

/** Below rows, where there is more than one page of them. */
export function Pager(props: {
  page: number;
  size: number;
  total: number;
  turn: (page: number) => void;
  simple?: PaginationProps['simple'];
  className?: string;
}) {
  const { page, size, total, turn, simple = false, className = 'kit-pages' } = props;
  if (total <= size) return null;
  return (
    <div className={className}>
      <Pagination
        current={page}
        pageSize={size}
        total={total}
        simple={simple}
        showSizeChanger={false}
        onChange={(next) => turn(next)}
      />
    </div>
  );
}

/** Below a list whose page size can be chosen. @param ends of the rows that are on the screen */
export function ListPager(props: {
  state: ListState;
  change: (state: ListState) => void;
  total: number;
  ends: PageEnds;
}) {
  const { state, change, total, ends } = props;
  const narrow = useNarrow();
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <div className="kit-pages">
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={total}
        size={narrow ? 'small' : 'default'}
        simple={narrow}
        showSizeChanger={!narrow}
        pageSizeOptions={[...PAGE_SIZES]}
        onChange={(page, size) =>
          change(size === state.size ? turnedTo(state, page, ends) : { ...turnedTo(state, 1, {}), size })
        }
      />
    </div>
  );
}
