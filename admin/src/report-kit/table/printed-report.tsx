import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useRowName } from '@/crud/row-names';
import { formatCount, formatDay, formatDayRange } from '@/components/format';
import { useCountLabel } from '@/crud/list/paging';
import { ReportCell, reportAlign } from './report-cell';
import type { ReportTableColumn, ReportTableDefinition, ReportFilter, ReportRow } from './report-table-definition';
import { PRINTED_ROWS, type PrintedRows } from './printed-rows';
import { PrintedReportHead } from './printed-report-head';
import './sheet.css';

/** The printed report: all columns, repeated heads, and a note if rows are left out. */
export function PrintedReport(props: {
  paper: PrintedRows;
  title: string;
  definition: ReportTableDefinition;
  cell: (column: ReportTableColumn, row: ReportRow) => ReactNode;
  /** Figures and charts above the table. */
  children: ReactNode;
  /** The report's explanation. */
  definitionText: string;
}) {
  const { paper, title, definition, cell, definitionText } = props;
  const { answer, rows, first } = paper;
  const { t, i18n } = useTranslation();
  const countLabel = useCountLabel();
  const chosen = definition.filters.flatMap((filter) => {
    const value = paper.state.filters[filter.name];
    return value && filter.kind !== 'day' ? [<ChosenFilter key={filter.name} filter={filter} value={value} />] : [];
  });
  const { fdate, tdate } = { ...answer.window, ...paper.state.filters };
  const days = tdate && (fdate ? formatDayRange(fdate, tdate, i18n.language) : formatDay(tdate, i18n.language));
  const exact = answer.exact ?? true;
  const isTruncated = !exact || rows.length < answer.total;
  const { columns } = definition;
  return createPortal(
    <div className="rep-sheet">
      <PrintedReportHead title={title} filters={[...(days ? [days] : []), ...chosen]} />
      {props.children}
      {isTruncated && (
        <p className="rep-sheet-cut">
          {t('kit.report.cut', {
            from: formatCount(first, i18n.language),
            to: formatCount(first + rows.length - 1, i18n.language),
            all: countLabel(answer),
            most: formatCount(PRINTED_ROWS, i18n.language),
          })}
        </p>
      )}
      <table className="rep-sheet-rows">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" className={`kit-${reportAlign(column)}`}>
                {t(column.labelKey)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={String(row.id ?? at)}>
              {columns.map((column) => (
                <td key={column.name} className={`kit-${reportAlign(column)}`}>
                  {cell(column, row)}
                </td>
              ))}
            </tr>
          ))}
          {answer.totals && (
            <tr className="rep-sheet-sum">
              {columns.map((column, at) => (
                <td key={column.name} className={`kit-${reportAlign(column)}`}>
                  {at === 0
                    ? t('kit.report.total')
                    : column.name in answer.totals! && (
                        <ReportCell column={column} value={answer.totals?.[column.name]} />
                      )}
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
      <p>{definitionText}</p>
    </div>,
    document.body,
  );
}

/** A filter as text: "Person: Asha Rao", "Overdue gaps only". */
function ChosenFilter({ filter, value }: { filter: ReportFilter; value: string }) {
  const { t } = useTranslation();
  const { kind, labelKey, resource, valueField, choices } = filter;
  const name = useRowName(resource ?? '', kind === 'ref' && !valueField ? value : null);
  const choice = choices?.find((each) => each.value === value);
  const text = kind === 'choice' ? choice && t(choice.labelKey) : valueField ? value : name;
  return <>{text ? t('kit.pair', { name: t(labelKey), value: text }) : t(labelKey)}</>;
}
