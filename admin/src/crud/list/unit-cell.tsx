import { formatMinutes, formatPercent } from '@/components/format';
import { useReading } from '../kit-context';
import type { Cell } from '../module';

/** A number with its unit, so that the column's head can stay short. `key`: a text with `{{count}}`. */
export const unitCell = (key: string): Cell =>
  function UnitCell({ value }) {
    const { t } = useReading();
    if (typeof value !== 'number') return <span className="sg-faint">–</span>;
    return <span className="sg-number">{t(key, { count: value })}</span>;
  };

const writtenCell = (write: (value: number, language: string) => string): Cell =>
  function WrittenCell({ value }) {
    const { language } = useReading();
    if (typeof value !== 'number') return <span className="sg-faint">–</span>;
    return <span className="sg-number">{write(value, language)}</span>;
  };

export const percentCell = writtenCell(formatPercent);
export const minutesCell = writtenCell(formatMinutes);
