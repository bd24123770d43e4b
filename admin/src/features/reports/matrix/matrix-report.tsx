import { useCallback, useDeferredValue, useMemo, type ReactNode } from 'react';
import { BarChartOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useVisibilityScope } from '@/api/account';
import { dataKey } from '@/api/query-keys';
import { usePageTitle } from '@/components/page-title';
import { usePreference } from '@/components/use-preference';
import { Matrix } from '@/report-kit/matrix/matrix';
import { MatrixLegend, type MatrixMark } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell, MatrixHead, MatrixTotals, OpenedCell } from '@/report-kit/matrix/matrix-types';
import { PageHeader } from '@/components/page-header';
import { ReportFilterBar } from '@/report-kit/table/report-filters';
import { TeamTag } from '@/report-kit/team-tag';
import type { ReportFilter } from '@/report-kit/table/report-table-definition';
import { usePrint } from '@/report-kit/table/use-print';
import { FailedState, StaleDataBanner } from '@/components/state-panels';
import { StatusTag } from '@/components/status-tag';
import { useIsMobile } from '@/components/use-is-mobile';
import { useExplainedCell, useReportFilters } from '../report-url';
import { ExplainDrawer } from '../explain/explain-drawer';
import { useNumberFormatters } from '../figures';
import { DefinitionLine } from '../definition-line';
import { EmptyMatrix } from './empty-matrix';
import { MatrixExportButtons } from './matrix-export-buttons';
import {
  columnHead,
  columnTotalHeads,
  columnTotals,
  cornerLabel,
  toLevelCell,
  rowHead,
  rowTotalHeads,
  rowTotals,
  describeCell,
} from './matrix-labels';
import { toPrintableMatrix } from './matrix-printout';
import { MatrixSkeleton } from './matrix-skeleton';
import { PeopleCards } from './people-cards';
import { PrintedMatrix } from './printed-matrix';
import { fetchMatrix, createMatrixLoader, type MatrixSource, type MatrixReportCell } from './matrix-source';
import '@/report-kit/table/report.css';
import '../reports.css';

export interface MatrixReportProps {
  /** The report's path below /api. */
  readonly path: string;
  readonly name: string;
  readonly titleKey: string;
  readonly sentenceKey: string;
  readonly filters: readonly ReportFilter[];
  /** Query parameters sent in addition to the filters. */
  readonly extraParams?: Readonly<Record<string, string>>;
  /** Maps a cell to what the grid draws. Must be a stable function; defaults to `toLevelCell`. */
  readonly cell?: (cell: MatrixReportCell) => MatrixCell;
  /** The figure beside a level, explained in the legend. */
  readonly mark?: MatrixMark;
  /** Totals between the filter bar and the grid. */
  readonly children?: (source: MatrixSource) => ReactNode;
  /** Chart below the totals; collapsed until the user shows it. */
  readonly chart?: (source: MatrixSource) => ReactNode;
  /** Replaces the default empty state. */
  readonly empty?: ReactNode;
}

/** Page of a matrix report: filters, totals, grid (cards on a phone), legend, definition, explanation drawer. */
export function MatrixReport(props: MatrixReportProps) {
  const { t } = useTranslation();
  const { values, query, reversed, setFilter } = useReportFilters(props.filters);
  const isFiltered = values.overdue === 'true';
  usePageTitle(t(props.titleKey));
  const apiQuery = useMemo(() => {
    const all = new URLSearchParams(query);
    for (const [name, value] of Object.entries(props.extraParams ?? {})) all.set(name, value);
    return all;
  }, [query, props.extraParams]);
  const report = useQuery({
    queryKey: dataKey('reports', props.name, apiQuery.toString()),
    queryFn: async () => ({ source: await fetchMatrix(props.path, apiQuery), values }),
    placeholderData: keepPreviousData,
    enabled: !reversed,
  });
  // A deferred value keeps the page responsive while a large matrix renders.
  const deferredData = useDeferredValue(report.data);
  const source = deferredData?.source;
  const isStale = report.isPlaceholderData || deferredData !== report.data;
  const [chart, setChart] = usePreference('report_chart', ['folded', 'shown']);
  const explanation = useExplainedCell();
  const { paper, print } = usePrint(useMemo(() => deferredData && toPrintableMatrix(deferredData), [deferredData]));
  const defaultWindow = source && { tdate: source.answer.on, ...(source.answer.from && { fdate: source.answer.from }) };
  const hasCells = source !== undefined && source.answer.row_count > 0 && source.answer.column_count > 0;
  return (
    <div className="kit-report sg-low">
      <PageHeader
        title={
          <Flex component="span" wrap align="center" gap="0 12px">
            {t(props.titleKey)}
            <TeamTag />
            {source?.answer.forecast && <StatusTag tone="info">{t('reports.forecast')}</StatusTag>}
          </Flex>
        }
        sentence={t(props.sentenceKey)}
        actions={
          hasCells && !reversed ? (
            <MatrixExportButtons
              path={props.path}
              title={t(props.titleKey)}
              query={apiQuery}
              busy={isStale}
              print={print}
            />
          ) : (
            // An empty fragment reserves the place of the buttons while loading.
            (report.isLoading || deferredData !== report.data) && <></>
          )
        }
      />
      <StaleDataBanner />
      <div className="kit-panel rep-panel">
        <ReportFilterBar
          filters={props.filters}
          values={values}
          window={defaultWindow}
          change={setFilter}
          end={
            props.chart &&
            hasCells && (
              <Button
                icon={<BarChartOutlined />}
                aria-expanded={chart === 'shown'}
                onClick={() => setChart(chart === 'shown' ? 'folded' : 'shown')}
              >
                {t(chart === 'shown' ? 'reports.charts.hide' : 'reports.charts.show')}
              </Button>
            )
          }
        />
        {/* Announces the size of the filtered matrix, which the grid shows in its corner. */}
        <p className="sg-visually-hidden" role="status">
          {hasCells && !isStale && !reversed && cornerLabel(t, source.answer)}
        </p>
        {report.isError && <FailedState error={report.error} retry={() => void report.refetch()} />}
        {!report.isError && !source && !reversed && <MatrixSkeleton />}
        {!report.isError && source && !reversed && (
          <div className={report.isPlaceholderData ? 'kit-busy' : undefined} aria-busy={report.isPlaceholderData}>
            {hasCells ? (
              <>
                {props.children?.(source)}
                {chart === 'shown' && props.chart?.(source)}
                <MatrixGrid
                  source={source}
                  cell={props.cell ?? toLevelCell}
                  mark={props.mark}
                  onOpen={explanation.open}
                />
              </>
            ) : (
              (!isFiltered && props.empty) || (
                <EmptyMatrix hasStaff={source.answer.row_count > 0} values={values} isFiltered={isFiltered} />
              )
            )}
          </div>
        )}
      </div>
      {paper && hasCells && (
        <PrintedMatrix
          {...paper}
          title={t(props.titleKey)}
          filters={props.filters}
          cell={props.cell ?? toLevelCell}
          mark={props.mark}
        >
          {props.children?.(paper.source)}
        </PrintedMatrix>
      )}
      {source && !report.isError && <DefinitionLine definition={source.answer.definition} />}
      <ExplainDrawer cell={explanation.cell} on={values.tdate} close={() => explanation.open(null)} />
    </div>
  );
}

function MatrixGrid(props: {
  source: MatrixSource;
  cell: (cell: MatrixReportCell) => MatrixCell;
  mark: MatrixMark | undefined;
  onOpen: (cell: { staff_id: string; skill_id: string }) => void;
}) {
  const { source, cell, mark, onOpen } = props;
  const { t, i18n } = useTranslation();
  const numbers = useNumberFormatters();
  const isMobile = useIsMobile();
  // Column totals make no sense for a learner, who sees only one row.
  const scope = useVisibilityScope();
  const { row_count, column_count, columns } = source.answer;
  const language = i18n.language;
  const load = useMemo(
    () => createMatrixLoader(source, { row: rowHead(t), column: columnHead(t), cell }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `t` changes with the language
    [source, cell, language],
  );
  const describe = useCallback(
    (row: MatrixHead, column: MatrixHead, matrixCell: MatrixCell | undefined) =>
      describeCell(t, row, column, matrixCell),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [language],
  );
  const totalsByRow = useMemo((): MatrixTotals | undefined => {
    const rows = source.complete?.rows;
    return rows && { heads: rowTotalHeads(t), totalsAt: (index) => rows[index] && rowTotals(rows[index], numbers) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [source, language]);
  const totalsByColumn = useMemo(
    (): MatrixTotals => ({
      heads: columnTotalHeads(t, scope === 'line'),
      totalsAt: (index) => columns[index] && columnTotals(columns[index], numbers, scope === 'line'),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [source, scope, language],
  );
  if (isMobile) return <PeopleCards source={source} cell={cell} mark={mark} onOpen={onOpen} />;
  return (
    <Flex className="rep-grid" vertical gap={12}>
      <MatrixLegend mark={mark} />
      <Matrix
        rowCount={row_count}
        columnCount={column_count}
        load={load}
        describe={describe}
        onOpen={({ row, column }: OpenedCell) => onOpen({ staff_id: row.id, skill_id: column.id })}
        corner={cornerLabel(t, { row_count, column_count })}
        rowTotals={totalsByRow}
        columnTotals={scope === 'self' ? undefined : totalsByColumn}
        height="calc(100dvh - 266px - var(--sg-bar, 0px))"
      />
    </Flex>
  );
}
