import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useScope } from '@/api/me';
import { formatDay, formatDays, levelChange } from '@/components/format';
import { MatrixLegend, type MatrixMark } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell, MatrixTotal } from '@/report-kit/matrix/matrix-types';
import type { ReportFilter } from '@/report-kit/table/report-definition';
import { SheetHead } from '@/report-kit/table/sheet-head';
import { CELL_LOOK } from '@/components/status';
import { useNumbers } from '../figures';
import { DefinitionLine } from '../definition-line';
import { columnHead, columnTotalHeads, columnTotals, cornerOf, personOf, rowTotalHeads, rowTotals } from './heads';
import { sheetsOf } from './sheet-part';
import type { ReadCell } from './source';
import type { Printed } from './printed';
import '@/report-kit/table/sheet.css';
import './sheet.css';

interface SheetProps extends Printed {
  readonly title: string;
  readonly filters: readonly ReportFilter[];
  readonly cell: (cell: ReadCell) => MatrixCell;
  readonly mark: MatrixMark | undefined;
  /** The line of totals that stands above the grid. */
  readonly children?: ReactNode;
}

/** The matrix on paper, on its side: whose it is, of which day, which filters; then table by table, heads on each page. */
export function MatrixSheet(props: SheetProps) {
  const { source, part, children } = props;
  const { t } = useTranslation();
  const { count } = useNumbers();
  const asked = useAsked(props);
  const { row_count, column_count, definition } = source.answer;
  const { rows, columns } = part;
  const cut = rows.length < row_count || columns.length < column_count;
  const some = { rows: count(rows.length), columns: count(columns.length) };
  const all = { all_rows: count(row_count), all_columns: count(column_count) };
  return createPortal(
    <div className="rep-sheet">
      <SheetHead title={props.title} asked={asked} />
      {children}
      {cut && (
        <p className="rep-sheet-cut">
          {t(rows.length ? 'reports.sheet.cut' : 'reports.sheet.none', { ...some, ...all })}
        </p>
      )}
      <p className="rep-sheet-key">{t('reports.sheet.key')}</p>
      <MatrixLegend mark={props.mark} />
      {sheetsOf(columns.length).map(({ from, to }) => (
        <SheetTable key={from} {...props} from={from} to={to} />
      ))}
      <DefinitionLine definition={definition} />
    </div>,
    document.body,
  );
}

/** Of which days, and which filters. */
function useAsked({ source, part, filters, values }: Printed & Pick<SheetProps, 'filters'>): string[] {
  const { t, i18n } = useTranslation();
  const { opening, on } = source.answer;
  const chosen = filters.flatMap(({ name, kind, labelKey }): string[] => {
    if (!values[name] || kind === 'day') return [];
    // The rows and columns that the filter leaves name what was chosen.
    const [row, column] = [part.rows[0], part.columns[0]];
    if (name === 'staff_id' && row) return [t('kit.pair', { name: t(labelKey), value: personOf(row, t) })];
    if (kind === 'ref' && column) return [t('kit.pair', { name: t(labelKey), value: column.name })];
    return [t(labelKey)];
  });
  return [
    opening ? formatDays(opening, on, i18n.language) : formatDay(on, i18n.language),
    ...(chosen.length > 0 ? chosen : [t('reports.sheet.no_filter')]),
  ];
}

/** Some columns of everybody; the totals of the rows stand in the last table, those of the columns at its end. */
function SheetTable({ source, part, cell, from, to }: SheetProps & { from: number; to: number }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  const scope = useScope();
  const columns = part.columns.slice(from, to);
  const heads = columns.map(columnHead(t));
  const ends = to === part.columns.length && source.whole !== null;
  const found = new Map(part.cells.map((each) => [`${each.row} ${each.column}`, each]));
  const total = (each: MatrixTotal | undefined, key: number) => (
    <td key={key} className={each?.tone && `kit-tone-${each.tone} rep-sheet-toned`}>
      {each?.text}
    </td>
  );
  return (
    <table className="rep-sheet-grid">
      <thead>
        <tr>
          <th scope="col">{cornerOf(t, source.answer)}</th>
          {heads.map(({ id, label, group }) => (
            <TurnedHead key={id} label={label} note={group} />
          ))}
          {ends && rowTotalHeads(t).map((head) => <TurnedHead key={head} label={head} />)}
        </tr>
      </thead>
      <tbody>
        {part.rows.map((row, at) => (
          <tr key={row.id}>
            <th scope="row">
              <bdi>{personOf(row, t)}</bdi> <small>{row.staff_code}</small>
            </th>
            {columns.map((column, across) => {
              const read = found.get(`${at} ${from + across}`);
              return <SheetCell key={column.id} cell={read && cell(read)} />;
            })}
            {ends &&
              (rowTotals(row, numbers) ?? rowTotalHeads(t)).map((each, key) =>
                total(typeof each === 'string' ? undefined : each, key),
              )}
          </tr>
        ))}
        {scope !== 'self' &&
          columnTotalHeads(t, scope === 'line').map((head, line) => (
            <tr key={head} className="rep-sheet-sum">
              <th scope="row">{head}</th>
              {columns.map((column) => total(columnTotals(column, numbers, scope === 'line')?.[line], line))}
              {ends && <td colSpan={3} />}
            </tr>
          ))}
      </tbody>
    </table>
  );
}

function TurnedHead({ label, note }: { label: string; note?: string | undefined }) {
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

/** Level / target, how much is missing or has changed, and the status' glyph. */
function SheetCell({ cell }: { cell: MatrixCell | undefined }) {
  if (!cell || (cell.status === 'NONE' && !cell.change)) return <td />;
  const { tone, glyph } = CELL_LOOK[cell.status];
  if (cell.status === 'NA') return <td>{glyph}</td>;
  return (
    <td className={`kit-tone-${tone}`} dir="ltr">
      <b>{cell.level}</b>
      {cell.target ? <small>/{cell.target}</small> : null}
      {cell.change ? <small> {levelChange(cell.change)}</small> : null}
      {cell.gap ? <small className="kit-matrix-badge">{cell.gap}</small> : null} <i>{glyph}</i>
    </td>
  );
}
