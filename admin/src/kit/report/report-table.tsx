import type { ReactNode } from 'react';
import { Button, Pagination, Skeleton, Table } from 'antd';
import { CaretDownOutlined, CaretUpOutlined, PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { http } from '@/app/providers/http';
import { formatCount, formatDay } from '../format';
import { fitted, headWidth, isElastic, useRoom, type Fitting } from '../column-fit';
import { PageHeader } from '../page-header';
import { FailedState, OfflineBanner, StatePanel } from '../states';
import { useNarrow } from '../use-narrow';
import { ReportCards } from './report-cards';
import { ReportCell, reportAlign } from './report-cell';
import {
  isReversed,
  readReportState,
  REPORT_PAGE,
  reportQuery,
  withReportFilter,
  type ReportAnswer,
  type ReportColumn,
  type ReportDefinition,
  type ReportLoader,
  type ReportRow,
  type ReportState,
} from './report-definition';
import { ReportExport } from './report-export';
import { ReportFilterBar } from './report-filters';
import { TeamTag } from './team-tag';
import '../kit.css';
import './report.css';

/**
 * A whole report page from its definition: header, filter bar, table with a frozen first column and a row of totals,
 * the printed definition, CSV of all rows. `children` stands between the bar and the table (figures, a chart, a matrix).
 */
export function ReportTable(props: {
  definition: ReportDefinition;
  load?: ReportLoader;
  /** A report's own cell by column name. */
  cells?: Readonly<Record<string, (value: unknown, row: ReportRow) => ReactNode>>;
  onOpen?: (row: ReportRow) => void;
  emptyAction?: ReactNode;
  children?: (answer: ReportAnswer, state: ReportState) => ReactNode;
}) {
  const { definition } = props;
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const state = readReportState(definition, query);
  const load = props.load ?? ((asked: URLSearchParams) => fetchReport(definition.path, asked));
  const asked = reportQuery(definition, state);
  const reversed = isReversed(state.filters);
  const report = useQuery({
    queryKey: ['reports', definition.name, asked.toString()],
    queryFn: () => load(asked),
    placeholderData: keepPreviousData,
    enabled: !reversed,
    retry: false,
  });
  const answer = report.data;
  const change = (name: string, value: string | null) => setQuery((current) => withReportFilter(current, name, value));
  const set = (key: string, value: string | null) =>
    setQuery((current) => {
      const next = new URLSearchParams(current);
      if (key === 'sort') next.delete('page');
      if (value) next.set(key, value);
      else next.delete(key);
      return next;
    });
  const facts = { ...answer?.window, ...state.filters };
  const said = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [
      name,
      /^\d{4}-\d\d-\d\d$/.test(value) ? formatDay(value, i18n.language) : value,
    ]),
  );

  return (
    <div className="kit-report">
      <PageHeader
        title={
          <>
            {t(definition.titleKey)}
            <TeamTag />
          </>
        }
        sentence={t(definition.sentenceKey)}
        actions={
          answer && answer.total > 0 ? (
            <>
              <ReportExport definition={definition} state={state} load={load} total={answer.total} />
              <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
                {t('kit.report.print')}
              </Button>
            </>
          ) : null
        }
      />
      <OfflineBanner />
      <div className="kit-panel">
        <ReportFilterBar filters={definition.filters} values={state.filters} window={answer?.window} change={change} />
        {answer && !report.isError && props.children?.(answer, state)}
        {!reversed && (
          <Body
            state={state}
            answer={answer}
            error={report.isError ? report.error : null}
            retry={() => void report.refetch()}
            busy={report.isPlaceholderData && report.isFetching}
            empty={<StatePanel drawing="search" title={t(definition.emptyKey, said)} action={props.emptyAction} />}
            definition={definition}
            cells={props.cells}
            onOpen={props.onOpen}
            sort={(name) => {
              const now = state.sort ?? definition.default_sort;
              const descending = now?.field === name && now.order === 'asc';
              set('sort', descending ? `-${name}` : name);
            }}
            allColumns={query.get('columns') === 'all'}
            showAll={(all) => set('columns', all ? 'all' : null)}
          />
        )}
        {answer && answer.total > REPORT_PAGE && (
          <div className="kit-pages">
            <Pagination
              current={state.page}
              pageSize={REPORT_PAGE}
              total={answer.total}
              showSizeChanger={false}
              onChange={(page) => set('page', page > 1 ? String(page) : null)}
            />
          </div>
        )}
      </div>
      {answer && (
        <p className="kit-report-definition">
          {t(definition.definitionKey, said)}{' '}
          {t('kit.list.rows', { count: answer.total, shown: formatCount(answer.total, i18n.language) })}
        </p>
      )}
    </div>
  );
}

function Body(props: {
  state: ReportState;
  answer: ReportAnswer | undefined;
  error: unknown;
  retry: () => void;
  busy: boolean;
  empty: ReactNode;
  definition: ReportDefinition;
  cells: Readonly<Record<string, (value: unknown, row: ReportRow) => ReactNode>> | undefined;
  onOpen: ((row: ReportRow) => void) | undefined;
  sort: (name: string) => void;
  allColumns: boolean;
  showAll: (all: boolean) => void;
}) {
  const { state, answer, error, definition, cells, onOpen, sort, busy, allColumns, showAll } = props;
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [place, room] = useRoom();
  if (error) return <FailedState error={error} retry={props.retry} />;
  if (!answer) {
    return (
      <div className="kit-skeleton" role="status" aria-label={t('kit.loading')}>
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    );
  }
  if (answer.total === 0) return <>{props.empty}</>;
  const cell = (column: ReportColumn, row: ReportRow) =>
    cells?.[column.name]?.(row[column.name], row) ?? <ReportCell column={column} value={row[column.name]} row={row} />;
  if (narrow) return <ReportCards columns={definition.columns} rows={answer.rows} cell={cell} onOpen={onOpen} />;
  // The order in force, the report's own included, so that the head tells what the eye sees.
  const sorted = state.sort ?? definition.default_sort;
  const wanted = definition.columns.map((column): Fitting => ({
    name: column.name,
    width: column.width ?? 140,
    head: headWidth(t(column.labelKey), Boolean(column.sort)),
    priority: allColumns ? 1 : (column.priority ?? 2),
    // An instant may stand in two lines here.
    elastic: column.kind === 'instant' || isElastic(column.kind),
  }));
  const shown = fitted(wanted, room ?? Infinity);
  const columns = shown.map(({ name, width }) => ({
    ...definition.columns.find((each) => each.name === name)!,
    width,
  }));
  return (
    <div ref={place}>
      <Table<ReportRow>
        className={busy ? 'kit-table kit-busy' : 'kit-table'}
        aria-busy={busy}
        size="small"
        rowKey={(row) => String(row.id ?? JSON.stringify(row))}
        dataSource={answer.rows as ReportRow[]}
        pagination={false}
        tableLayout="fixed"
        scroll={{ x: columns.reduce((sum, column) => sum + column.width, 0) }}
        columns={columns.map((column, index) => {
          const order = sorted?.field === column.name ? sorted.order : undefined;
          return {
            key: column.name,
            dataIndex: column.name,
            width: column.width,
            align: reportAlign(column),
            className: `kit-${reportAlign(column)}`,
            ...(index === 0 && { fixed: 'left' as const, rowScope: 'row' as const }),
            title: column.sort ? (
              <button type="button" className="kit-sort" onClick={() => sort(column.name)}>
                <span>{t(column.labelKey)}</span>
                <span className="kit-sort-mark" data-order={order ?? 'none'} aria-hidden="true">
                  {order === 'desc' ? <CaretDownOutlined /> : <CaretUpOutlined />}
                </span>
              </button>
            ) : (
              t(column.labelKey)
            ),
            onHeaderCell: () => ({ 'aria-sort': order && (order === 'asc' ? 'ascending' : 'descending') }) as object,
            render: (_: unknown, row: ReportRow) => cell(column, row),
          };
        })}
        {...(onOpen && {
          onRow: (row: ReportRow) => ({
            tabIndex: 0,
            onClick: () => onOpen(row),
            onKeyDown: (event) => event.key === 'Enter' && onOpen(row),
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
      {(allColumns || shown.length < definition.columns.length) && (
        <div className="kit-more-columns">
          <Button type="link" size="small" onClick={() => showAll(!allColumns)}>
            {allColumns
              ? t('kit.report.fewer_columns')
              : t('kit.report.more_columns', { count: definition.columns.length - shown.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

/** An object `{rows, total, totals, window}`, or a plain array with X-Total-Count. */
async function fetchReport(path: string, query: URLSearchParams): Promise<ReportAnswer> {
  const { data, headers } = await http.get<ReportAnswer | ReportRow[]>(`${path}?${query.toString()}`);
  if (!Array.isArray(data)) return data;
  return { rows: data, total: Number(headers['x-total-count'] ?? data.length) };
}
