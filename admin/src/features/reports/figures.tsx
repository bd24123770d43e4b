import type { ReactNode } from 'react';
import { Statistic } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatCount, formatPercent, formatShare } from '@/components/format';
import './reports.css';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  readonly tone?: 'success' | 'warning' | 'error' | undefined;
}

/** Row of totals above a report. */
export function Figures({ figures, children }: { figures: readonly Figure[]; children?: ReactNode }) {
  return (
    <div className="rep-figures sg-line-below">
      {figures.map(({ label, value, note, tone }) => (
        <div key={label}>
          <Statistic
            title={label}
            valueRender={() => <strong className={tone ? `sg-number sg-${tone}` : 'sg-number'}>{value}</strong>}
          />
          {note && <small>{note}</small>}
        </div>
      ))}
      {children}
    </div>
  );
}

/** Formats numbers for the current language; null becomes "–", never 0. */
export function useNumberFormatters() {
  const { i18n } = useTranslation();
  return {
    count: (value: number | null | undefined) =>
      value === null || value === undefined ? '–' : formatCount(value, i18n.language),
    /** Without decimals, rounded down. */
    percent: (value: number | null | undefined) => formatShare(value, i18n.language),
    /** With two decimals, as in reports and exported files. */
    exactPercent: (value: number | null | undefined) =>
      value === null || value === undefined ? '–' : formatPercent(value, i18n.language),
  };
}
