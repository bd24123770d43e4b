import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EXACT_COUNT_MAX } from '@contract/list-dialect';
import type { TotalCount } from '@/api/data-provider';
import { SELECT_MAX } from '@/api/data-provider';
import { formatCount } from '@/components/format';

/** The total of an answer; 0 before it arrives. */
export const toTotalCount = (answer: object | undefined): TotalCount =>
  (answer as TotalCount | undefined) ?? { total: 0 };

/**
 * Number of rows for the pagination. Without an exact count a full page has a next one, and jumps are limited to the
 * counted rows.
 * @param rowCount rows on this page
 */
export function pagerTotal(
  totalCount: TotalCount,
  { page, size }: { page: number; size: number },
  rowCount: number,
): number {
  const { total, exact = true } = totalCount;
  if (exact && total <= EXACT_COUNT_MAX) return total;
  return Math.max(Math.min(total, EXACT_COUNT_MAX), page * size + (rowCount === size ? 1 : 0));
}

/**
 * The last page, if the address is beyond it (after a deletion, or by an old link); else null.
 * @param rowCount rows on this page
 */
export function findLastPage(
  { total }: TotalCount,
  { page, size }: { page: number; size: number },
  rowCount: number,
): number | null {
  const last = Math.ceil(total / size);
  return rowCount === 0 && total > 0 && page > last ? last : null;
}

/** Redirects from a page beyond the last one. `goToPage` must replace the history entry. */
export function useRedirectToLastPage(last: number | null, goToPage: (page: number) => void): void {
  const goToPageRef = useRef(goToPage);
  goToPageRef.current = goToPage;
  useEffect(() => {
    if (last !== null) goToPageRef.current(last);
  }, [last]);
}

/** "24 rows", "More than 10,000 rows". */
export function useRowsLabel(): (totalCount: TotalCount) => string {
  const { t, i18n } = useTranslation();
  return ({ total, exact = true }) =>
    t(exact ? 'kit.list.rows' : 'kit.list.rows_more', { count: total, shown: formatCount(total, i18n.language) });
}

/** As a number: "24", "more than 10,000". */
export function useCountLabel(): (totalCount: TotalCount) => string {
  const { t, i18n } = useTranslation();
  return ({ total, exact = true }) => {
    const n = formatCount(total, i18n.language);
    return exact ? n : t('kit.more_than', { n });
  };
}

/** How many more rows exist than a short list shows. */
export function useMoreRowsLabel(): (totalCount: TotalCount, rowCount: number) => string | null {
  const { t } = useTranslation();
  return ({ total, exact = true }, rowCount) => {
    if (exact) return total > rowCount ? t('kit.more_exist', { count: total - rowCount }) : null;
    return t('kit.more_exist_uncounted');
  };
}

/** "Select all" with its limit: the total, or the maximum of a bulk command. */
export function useSelectAllLabel({ total, exact = true }: TotalCount): { most: number; label: string } {
  const { t } = useTranslation();
  const most = exact ? Math.min(total, SELECT_MAX) : SELECT_MAX;
  const how = !exact ? 'select_up_to' : total > most ? 'select_first' : 'select_matching';
  return { most, label: t(`kit.list.${how}`, { count: most }) };
}
