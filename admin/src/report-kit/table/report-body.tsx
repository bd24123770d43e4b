import type { ReactNode } from 'react';
import { Button, Skeleton, Table } from 'antd';
import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '@/api/api-error';
import { fitColumns, headWidth, isElastic, useContainerWidth, type ColumnSize } from '@/crud/list/column-fit';
import { isRowClick, RowOpener } from '@/crud/list/row-opener';
import { FailedState } from '@/components/state-panels';
import { useIsMobile } from '@/components/use-is-mobile';
import { ReportCards } from './report-cards';
import { ReportCell, reportAlign } from './report-cell';
import type {
  ReportAnswer,
  ReportTableColumn,
  ReportTableDefinition,
  ReportRow,
  ReportState,
} from './report-table-definition';

/** Width of the longest localised day in one line. */
const DAY_WIDTH = 144;

/** The width is measured before the rows arrive, so that they are rendered once. */
export function ReportBody(props: ReportBodyProps) {
  const [containerRef, containerWidth] = useContainerWidth();
  return (
    <>
      <div ref={containerRef} />
      <ReportContent {...props} containerWidth={containerWidth} />
    </>
  );
}

interface ReportBodyProps {
  state: ReportState;
  answer: ReportAnswer | undefined;
  error: unknown;
  retry: () => void;
  /** Resets to the report's default sort. */
  resetSort: () => void;
  busy: boolean;
  empty: ReactNode;
  definition: ReportTableDefinition;
  cells: Readonly<Record<string, (value: unknown, row: ReportRow) => ReactNode>> | undefined;
  onOpen: ((row: ReportRow) => void) | undefined;
  sort: (name: string) => void;
  allColumns: boolean;
  showAll: (all: boolean) => void;
}

function ReportContent(props: ReportBodyProps & { containerWidth: number | undefined }) {
  const { state, answer, error, definition, cells, onOpen, sort, busy, allColumns, showAll, containerWidth } = props;
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  if (error) {
    const isSorted = state.sort && (error as Partial<ApiError>).code === 'narrow_search';
    return (
      <>
        <FailedState error={error} retry={props.retry} />
        {isSorted && (
          <div className="kit-more-columns sg-flex sg-to-end">
            <Button onClick={props.resetSort}>{t('kit.report.unsorted')}</Button>
          </div>
        )}
      </>
    );
  }
  if (!answer) {
    return (
      <div className="kit-skeleton" role="status" aria-label={t('kit.loading')}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    );
  }
  if (answer.total === 0) return <>{props.empty}</>;
  const cell = (column: ReportTableColumn, row: ReportRow) =>
    cells?.[column.name]?.(row[column.name], row) ?? <ReportCell column={column} value={row[column.name]} row={row} />;
  if (isMobile) return <ReportCards columns={definition.columns} rows={answer.rows} cell={cell} onOpen={onOpen} />;
  if (containerWidth === undefined) return null;
  // The current sort, including the default one, for icon and aria-sort.
  const currentSort = state.sort ?? definition.default_sort;
  const columnSizes = definition.columns.map((column): ColumnSize => ({
    name: column.name,
    width: Math.max(column.width ?? 140, column.kind === 'day' ? DAY_WIDTH : 0),
    head: headWidth(t(column.labelKey), Boolean(column.sort)),
    priority: allColumns ? 1 : (column.priority ?? 2),
    elastic: isElastic(column.kind),
  }));
  const visibleColumns = fitColumns(columnSizes, containerWidth);
  const columns = visibleColumns.map(({ name, width }) => ({
    ...definition.columns.find((each) => each.name === name)!,
    width,
  }));
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  // antd measures and renders scrolling tables twice; most tables fit.
  const scrolls = width > containerWidth;
  return (
    <>
      <Table<ReportRow>
        className={busy ? 'kit-table kit-busy' : 'kit-table'}
        aria-busy={busy}
        size="small"
        rowKey={(row) => String(row.id ?? JSON.stringify(row))}
        dataSource={answer.rows as ReportRow[]}
        pagination={false}
        tableLayout="fixed"
        {...(scrolls && { scroll: { x: width } })}
        columns={columns.map((column, index) => {
          const order = currentSort?.field === column.name ? currentSort.order : undefined;
          return {
            key: column.name,
            dataIndex: column.name,
            width: column.width,
            align: reportAlign(column),
            className: `kit-${reportAlign(column)}`,
            ...(index === 0 && { rowScope: 'row' as const, ...(scrolls && { fixed: 'left' as const }) }),
            title: column.sort ? (
              <button type="button" className="kit-sort sg-press sg-inline sg-gap-4" onClick={() => sort(column.name)}>
                <span className="sg-clip">{t(column.labelKey)}</span>
                <span className="kit-sort-mark" data-order={order ?? 'none'} aria-hidden="true">
                  {order === 'desc' ? <CaretDownOutlined /> : <CaretUpOutlined />}
                </span>
              </button>
            ) : (
              t(column.labelKey)
            ),
            onHeaderCell: () => ({ 'aria-sort': order && (order === 'asc' ? 'ascending' : 'descending') }) as object,
            render: (_: unknown, row: ReportRow) =>
              index === 0 && onOpen ? (
                <RowOpener onOpen={() => onOpen(row)}>{cell(column, row)}</RowOpener>
              ) : (
                cell(column, row)
              ),
          };
        })}
        {...(onOpen && {
          onRow: (row: ReportRow) => ({
            onClick: (event) => {
              if (isRowClick(event)) onOpen(row);
            },
          }),
        })}
        {...(answer.totals && {
          summary: () => (
            <Table.Summary.Row className="kit-report-totals">
              {columns.map((column, index) => (
                <Table.Summary.Cell key={column.name} index={index} align={reportAlign(column)}>
                  {index === 0
                    ? t('kit.report.total')
                    : column.name in answer.totals! && (
                        <ReportCell column={column} value={answer.totals?.[column.name]} />
                      )}
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          ),
        })}
      />
      {(allColumns || visibleColumns.length < definition.columns.length) && (
        <div className="kit-more-columns sg-flex sg-to-end">
          <Button type="link" size="small" onClick={() => showAll(!allColumns)}>
            {allColumns
              ? t('kit.report.fewer_columns')
              : t('kit.report.more_columns', { count: definition.columns.length - visibleColumns.length })}
          </Button>
        </div>
      )}
    </>
  );
}
