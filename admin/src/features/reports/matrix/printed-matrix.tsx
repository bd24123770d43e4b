import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useVisibilityScope } from '@/api/account';
import { formatDay, formatDayRange, formatLevelChange } from '@/components/format';
import { MatrixLegend, type MatrixMark } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell, MatrixTotal } from '@/report-kit/matrix/matrix-types';
import type { ReportFilter } from '@/report-kit/table/report-table-definition';
import { PrintedReportHead } from '@/report-kit/table/printed-report-head';
import { CELL_LOOK } from '@/components/status';
import { useNumberFormatters } from '../figures';
import { DefinitionLine } from '../definition-line';
import {
  columnHead,
  columnTotalHeads,
  columnTotals,
  cornerLabel,
  personLabel,
  rowTotalHeads,
  rowTotals,
} from './matrix-labels';
import { splitColumnsIntoTables } from './printed-part';
import type { MatrixReportCell } from './matrix-source';
import type { MatrixPrintout } from './matrix-printout';
import '@/report-kit/table/sheet.css';
import './sheet.css';

interface PrintedMatrixProps extends MatrixPrintout {
  readonly title: string;
  readonly filters: readonly ReportFilter[];
  readonly cell: (cell: MatrixReportCell) => MatrixCell;
  readonly mark: MatrixMark | undefined;
  /** The totals above the grid. */
  readonly children?: ReactNode;
}

/** The matrix for print, in landscape: title, days and filters, then tables whose heads repeat on each page. */
export function PrintedMatrix(props: PrintedMatrixProps) {
  const { source, part, children } = props;
  const { t } = useTranslation();
  const { count } = useNumberFormatters();
  const filterTexts = usePrintedFilters(props);
  const { row_count, column_count, definition } = source.answer;
  const { rows, columns } = part;
  const isTruncated = rows.length < row_count || columns.length < column_count;
  const printedCounts = { rows: count(rows.length), columns: count(columns.length) };
  const totalCounts = { all_rows: count(row_count), all_columns: count(column_count) };
  return createPortal(
    <div className="rep-sheet">
      <PrintedReportHead title={props.title} filters={filterTexts} />
      {children}
      {isTruncated && (
        <p className="rep-sheet-cut">
          {t(rows.length ? 'reports.sheet.cut' : 'reports.sheet.none', { ...printedCounts, ...totalCounts })}
        </p>
      )}
      <p className="rep-sheet-key">{t('reports.sheet.key')}</p>
      <MatrixLegend mark={props.mark} />
      {splitColumnsIntoTables(columns.length).map(({ from, to }) => (
        <PrintedTable key={from} {...props} from={from} to={to} />
      ))}
      <DefinitionLine definition={definition} />
    </div>,
    document.body,
  );
}

/** The days and filters of the printed matrix as texts. */
function usePrintedFilters({
  source,
  part,
  filters,
  values,
}: MatrixPrintout & Pick<PrintedMatrixProps, 'filters'>): string[] {
  const { t, i18n } = useTranslation();
  const { opening, on } = source.answer;
  const filterTexts = filters.flatMap(({ name, kind, labelKey }): string[] => {
    if (!values[name] || kind === 'day') return [];
    // With such a filter the only row or column is the chosen one, so its name is at hand.
    const [row, column] = [part.rows[0], part.columns[0]];
    if (name === 'staff_id' && row) return [t('kit.pair', { name: t(labelKey), value: personLabel(row, t) })];
    if (kind === 'ref' && column) return [t('kit.pair', { name: t(labelKey), value: column.name })];
    return [t(labelKey)];
  });
  return [
    opening ? formatDayRange(opening, on, i18n.language) : formatDay(on, i18n.language),
    ...(filterTexts.length > 0 ? filterTexts : [t('reports.sheet.no_filter')]),
  ];
}

/** One slice of columns for all rows. Row totals are in the last table, column totals at the end of each. */
function PrintedTable({ source, part, cell, from, to }: PrintedMatrixProps & { from: number; to: number }) {
  const { t } = useTranslation();
  const numbers = useNumberFormatters();
  const scope = useVisibilityScope();
  const columns = part.columns.slice(from, to);
  const heads = columns.map(columnHead(t));
  const hasRowTotals = to === part.columns.length && source.complete !== null;
  const cellsByPosition = new Map(part.cells.map((each) => [`${each.row} ${each.column}`, each]));
  const renderTotal = (each: MatrixTotal | undefined, key: number) => (
    <td key={key} className={each?.tone && `kit-tone-${each.tone} rep-sheet-toned`}>
      {each?.text}
    </td>
  );
  return (
    <table className="rep-sheet-grid">
      <thead>
        <tr>
          <th scope="col">{cornerLabel(t, source.answer)}</th>
          {heads.map(({ id, label, group }) => (
            <RotatedHead key={id} label={label} note={group} />
          ))}
          {hasRowTotals && rowTotalHeads(t).map((head) => <RotatedHead key={head} label={head} />)}
        </tr>
      </thead>
      <tbody>
        {part.rows.map((row, rowIndex) => (
          <tr key={row.id}>
            <th scope="row">
              <bdi>{personLabel(row, t)}</bdi> <small>{row.staff_code}</small>
            </th>
            {columns.map((column, columnIndex) => {
              const reportCell = cellsByPosition.get(`${rowIndex} ${from + columnIndex}`);
              return <PrintedCell key={column.id} cell={reportCell && cell(reportCell)} />;
            })}
            {hasRowTotals &&
              (rowTotals(row, numbers) ?? rowTotalHeads(t)).map((each, key) =>
                renderTotal(typeof each === 'string' ? undefined : each, key),
              )}
          </tr>
        ))}
        {scope !== 'self' &&
          columnTotalHeads(t, scope === 'line').map((head, totalIndex) => (
            <tr key={head} className="rep-sheet-sum">
              <th scope="row">{head}</th>
              {columns.map((column) =>
                renderTotal(columnTotals(column, numbers, scope === 'line')?.[totalIndex], totalIndex),
              )}
              {hasRowTotals && <td colSpan={3} />}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function RotatedHead({ label, note }: { label: string; note?: string | undefined }) {
  return (
    <th scope="col">
      <div>
        <span>
          {label} {note && <small>{note}</small>}
        </span>
      </div>
    </th>
  );
}

/** Level/target, the gap or change, and the glyph of the status. */
function PrintedCell({ cell }: { cell: MatrixCell | undefined }) {
  if (!cell || (cell.status === 'NONE' && !cell.change)) return <td />;
  const { tone, glyph } = CELL_LOOK[cell.status];
  if (cell.status === 'NA') return <td>{glyph}</td>;
  return (
    <td className={`kit-tone-${tone}`} dir="ltr">
      <b>{cell.level}</b>
      {cell.target ? <small>/{cell.target}</small> : null}
      {cell.change ? <small> {formatLevelChange(cell.change)}</small> : null}
      {cell.gap ? <small className="kit-matrix-badge">{cell.gap}</small> : null} <i>{glyph}</i>
    </td>
  );
}
