import { formatMinutes, formatPercent } from '@/components/format';
import { useCellContext } from '../crud-context';
import type { Cell } from '../resource-module';

/** A number with its unit, so that the column head can be short. `key`: a text with `{{count}}`. */
export const unitCell = (key: string): Cell =>
  function UnitCell({ value }) {
    const { t } = useCellContext();
    if (typeof value !== 'number') return <span className="sg-faint">–</span>;
    return <span className="sg-number">{t(key, { count: value })}</span>;
  };

const formattedCell = (format: (value: number, language: string) => string): Cell =>
  function FormattedCell({ value }) {
    const { language } = useCellContext();
    if (typeof value !== 'number') return <span className="sg-faint">–</span>;
    return <span className="sg-number">{format(value, language)}</span>;
  };

export const percentCell = formattedCell(formatPercent);
export const minutesCell = formattedCell(formatMinutes);
