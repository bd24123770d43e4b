import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNT_MAX } from '@contract/list-dialect';
import type { Counted } from '@/api/data';
import { SELECT_MAX } from '@/api/data';
import { formatCount } from '@/components/format';

/** Nothing came yet: none that is known. */
export const countedIn = (answer: object | undefined): Counted => (answer as Counted | undefined) ?? { total: 0 };

/**
 * How many rows a pager turns through. Where counting stopped there is a next page as long as this one is full, and nobody
 * jumps further than is counted. Pure.
 * @param shown rows of this page, as they came
 */
export function pagerTotal(counted: Counted, { page, size }: { page: number; size: number }, shown: number): number {
  const { total, exact = true } = counted;
  if (exact && total <= COUNT_MAX) return total;
  return Math.max(Math.min(total, COUNT_MAX), page * size + (shown === size ? 1 : 0));
}

/**
 * The last page, where the address names one beyond it: its last row was removed, or a link is older than the rows. null: stay. Pure.
 * @param shown rows of this page, as they came
 */
export function lastPageInstead(
  { total }: Counted,
  { page, size }: { page: number; size: number },
  shown: number,
): number | null {
  const last = Math.ceil(total / size);
  return shown === 0 && total > 0 && page > last ? last : null;
}

/** Leads to the last page from one beyond it. @param last of `lastPageInstead` @param turn replaces the address */
export function useLastPage(last: number | null, turn: (page: number) => void): void {
  const turnTo = useRef(turn);
  turnTo.current = turn;
  useEffect(() => {
    if (last !== null) turnTo.current(last);
  }, [last]);
}

/** "24 rows", "More than 10,000 rows". */
export function useRowsLabel(): (counted: Counted) => string {
  const { t, i18n } = useTranslation();
  return ({ total, exact = true }) =>
    t(exact ? 'kit.list.rows' : 'kit.list.rows_more', { count: total, shown: formatCount(total, i18n.language) });
}

/** As a figure: "24", "more than 10,000". */
export function useCountLabel(): (counted: Counted) => string {
  const { t, i18n } = useTranslation();
  return ({ total, exact = true }) => {
    const n = formatCount(total, i18n.language);
    return exact ? n : t('kit.more_than', { n });
  };
}

/** Below a short list of them: how many more there are, or that there are more. */
export function useMoreLabel(): (counted: Counted, shown: number) => string | null {
  const { t } = useTranslation();
  return ({ total, exact = true }, shown) => {
    if (exact) return total > shown ? t('kit.more_exist', { count: total - shown }) : null;
    return t('kit.more_exist_uncounted');
  };
}

/** What chooses all that match at a click, at most as many as a command takes. */
export function useAllLabel({ total, exact = true }: Counted): { most: number; label: string } {
  const { t } = useTranslation();
  const most = exact ? Math.min(total, SELECT_MAX) : SELECT_MAX;
  const how = !exact ? 'select_up_to' : total > most ? 'select_first' : 'select_matching';
  return { most, label: t(`kit.list.${how}`, { count: most }) };
}
