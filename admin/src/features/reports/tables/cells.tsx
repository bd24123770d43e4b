import type { ReactNode } from 'react';
import { useCellContext } from '@/crud/crud-context';
import { formatDay, formatPercent, formatSigned } from '@/components/format';
import type { ReportRow } from '@/report-kit/table/report-table-definition';
import { StatusTag } from '@/components/status-tag';

/** A signed change: +2, −1 or a faint 0. */
export function signedCell(value: unknown): ReactNode {
  const change = Number(value ?? 0);
  if (change === 0) return <span className="sg-faint">0</span>;
  return (
    <bdi className={`kit-tone-${change > 0 ? 'success' : 'error'} sg-toned`}>
      <strong>{formatSigned(change)}</strong>
    </bdi>
  );
}

/** Empty for null: without a required headcount there is no coverage. */
export function coverageCell(value: unknown): ReactNode {
  return value === null ? undefined : <Coverage share={Number(value)} />;
}

function Coverage({ share }: { share: number }) {
  const { language } = useCellContext();
  const tone = share >= 100 ? 'success' : share < 50 ? 'error' : 'warning';
  return (
    <span className={`sg-inline sg-to-end sg-gap-8 sg-whole rep-coverage kit-tone-${tone}`}>
      <span aria-hidden="true" className="sg-bar">
        <span style={{ inlineSize: `${Math.min(100, share)}%` }} />
      </span>
      <span className="sg-number">{formatPercent(share, language)}</span>
    </span>
  );
}

/** 0 is uncovered, 1 is a single point of failure (docs/skill-levels.md). */
export function busFactorCell(value: unknown): ReactNode {
  return <BusFactor count={Number(value)} />;
}

function BusFactor({ count }: { count: number }) {
  const { t } = useCellContext();
  if (count > 1) return <>{count}</>;
  return (
    <StatusTag tone={count === 0 ? 'error' : 'warning'} glyph={count === 0 ? '×' : '!'}>
      {t(count === 0 ? 'reports.uncovered' : 'reports.single_point')}
    </StatusTag>
  );
}

export function dueCell(value: unknown, row: ReportRow): ReactNode {
  return value ? <Due day={String(value)} overdue={row.overdue === true} /> : undefined;
}

function Due({ day, overdue }: { day: string; overdue: boolean }) {
  const { t, language } = useCellContext();
  const formattedDay = formatDay(day, language);
  return overdue ? (
    <StatusTag tone="error">{t('reports.overdue', { day: formattedDay })}</StatusTag>
  ) : (
    <time dateTime={day}>{formattedDay}</time>
  );
}

export function resultCell(value: unknown): ReactNode {
  return <Result result={String(value)} />;
}

function Result({ result }: { result: string }) {
  const { t } = useCellContext();
  const passed = result === 'passed';
  return <StatusTag tone={passed ? 'success' : 'error'}>{t(`reports.choices.result.${result}`)}</StatusTag>;
}
