import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ReportCell } from './report-cell';
import type { ReportTableColumn, ReportRow } from './report-table-definition';

/** A report's rows on phones: the first two columns are the card's title. */
export function ReportCards(props: {
  columns: readonly ReportTableColumn[];
  rows: readonly ReportRow[];
  cell: (column: ReportTableColumn, row: ReportRow) => ReactNode;
  onOpen: ((row: ReportRow) => void) | undefined;
}) {
  const { columns, rows, cell, onOpen } = props;
  const { t } = useTranslation();
  const [code, name, ...facts] = columns;
  return (
    <ul className="kit-cards">
      {rows.map((row) => {
        const title = (
          <>
            {name && <ReportCell column={name} value={row[name.name]} row={row} />}
            <small className="sg-faint">{code && <ReportCell column={code} value={row[code.name]} row={row} />}</small>
          </>
        );
        return (
          <li key={String(row.id ?? JSON.stringify(row))} className="kit-card">
            <div className="sg-row sg-gap-8">
              {onOpen ? (
                <button type="button" className="kit-card-title" onClick={() => onOpen(row)}>
                  {title}
                </button>
              ) : (
                <div className="kit-card-title kit-card-still">{title}</div>
              )}
            </div>
            <dl className="kit-card-facts sg-stack sg-gap-8-16">
              {facts.map((column) => (
                <div key={column.name}>
                  <dt>{t(column.labelKey)}</dt>
                  <dd>{cell(column, row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
