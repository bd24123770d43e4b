import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useRowName } from '@/crud/names';
import { formatCount, formatDay, formatDays } from '@/components/format';
import { useCountLabel } from '@/crud/list/paging';
import { ReportCell, reportAlign } from './report-cell';
import type { ReportColumn, ReportDefinition, ReportFilter, ReportRow } from './report-definition';
import { PRINTED_ROWS, type RowsPaper } from './rows-paper';
import { SheetHead } from './sheet-head';
import './sheet.css';

/** All rows with all their columns, heads on each page; what is left out of a very long one is said. */
export function RowsSheet(props: {
  paper: RowsPaper;
  title: string;
  definition: ReportDefinition;
  cell: (column: ReportColumn, row: ReportRow) => ReactNode;
  /** What stands above the table on the page: totals, charts. */
  children: ReactNode;
  /** What is counted, and when. */
  said: string;
}) {
  const { paper, title, definition, cell, said } = props;
  const { answer, rows, first } = paper;
  const { t, i18n } = useTranslation();
  const countLabel = useCountLabel();
  const chosen = definition.filters.flatMap((filter) => {
    const value = paper.state.filters[filter.name];
    return value && filter.kind !== 'day' ? [<ChosenWords key={filter.name} filter={filter} value={value} />] : [];
  });
  const { fdate, tdate } = { ...answer.window, ...paper.state.filters };
  const days = tdate && (fdate ? formatDays(fdate, tdate, i18n.language) : formatDay(tdate, i18n.language));
  const exact = answer.exact ?? true;
  const isCut = !exact || rows.length < answer.total;
  const { columns } = definition;
  return createPortal(
    <div className="rep-sheet">
      <SheetHead title={title} asked={[...(days ? [days] : []), ...chosen]} />
      {props.children}
      {isCut && (
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
      <p>{said}</p>
    </div>,
    document.body,
  );
}

/** "Person: Asha Rao", "Overdue gaps only". */
function ChosenWords({ filter, value }: { filter: ReportFilter; value: string }) {
  const { t } = useTranslation();
  const { kind, labelKey, resource, valueField, choices } = filter;
  const name = useRowName(resource ?? '', kind === 'ref' && !valueField ? value : null);
  const choice = choices?.find((each) => each.value === value);
  const words = kind === 'choice' ? choice && t(choice.labelKey) : valueField ? value : name;
  return <>{words ? t('kit.pair', { name: t(labelKey), value: words }) : t(labelKey)}</>;
}
