import { useCallback, useDeferredValue, useMemo, type ReactNode } from 'react';
import { BarChartOutlined } from '@ant-design/icons';
import { Button, Flex } from 'antd';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useScope } from '@/api/me';
import { dataKey } from '@/api/query-keys';
import { usePageTitle } from '@/components/page-title';
import { useKept } from '@/components/kept';
import { Matrix } from '@/report-kit/matrix/matrix';
import { MatrixLegend, type MatrixMark } from '@/report-kit/matrix/matrix-legend';
import type { MatrixCell, MatrixHead, MatrixTotals, OpenedCell } from '@/report-kit/matrix/matrix-types';
import { PageHeader } from '@/components/page-header';
import { ReportFilterBar } from '@/report-kit/table/report-filters';
import { TeamTag } from '@/report-kit/team-tag';
import type { ReportFilter } from '@/report-kit/table/report-definition';
import { usePrinted } from '@/report-kit/table/use-printed';
import { FailedState, OfflineBanner } from '@/components/states';
import { StatusTag } from '@/components/status-tag';
import { useNarrow } from '@/components/use-narrow';
import { useExplained, useReportAddress } from '../address';
import { ExplainDrawer } from '../explain/explain-drawer';
import { useNumbers } from '../figures';
import { DefinitionLine } from '../definition-line';
import { NothingYet } from './empty';
import { ExportMatrix } from './export-button';
import {
  columnHead,
  columnTotalHeads,
  columnTotals,
  cornerOf,
  plainCell,
  rowHead,
  rowTotalHeads,
  rowTotals,
  sentenceOf,
} from './heads';
import { printable } from './printed';
import { MatrixSkeleton } from './matrix-skeleton';
import { PeopleCards } from './people-cards';
import { MatrixSheet } from './sheet';
import { fetchMatrix, loaderOf, type MatrixSource, type ReadCell } from './source';
import '@/report-kit/table/report.css';
import '../reports.css';

export interface MatrixReportProps {
  /** Below /api, and in the names of exported files. */
  readonly path: string;
  readonly name: string;
  readonly titleKey: string;
  readonly sentenceKey: string;
  readonly filters: readonly ReportFilter[];
  /** Asked of the API besides the filters. */
  readonly more?: Readonly<Record<string, string>>;
  /** How a cell is drawn; keep it stable. The default draws level, target and status. */
  readonly cell?: (cell: ReadCell) => MatrixCell;
  /** The figure beside a level, told by the legend. */
  readonly mark?: MatrixMark;
  /** Between the bar and the grid: totals, a chart. */
  readonly children?: (source: MatrixSource) => ReactNode;
  /** Below the totals, when it is asked for: at first the grid has the room. */
  readonly chart?: (source: MatrixSource) => ReactNode;
  /** Instead of the grid when there is nobody in it. */
  readonly empty?: ReactNode;
}

/** A matrix report: filter bar, totals, the grid (a card for each person on a phone), legend, definition, explanation. */
export function MatrixReport(props: MatrixReportProps) {
  const { t } = useTranslation();
  const { values, query, reversed, change } = useReportAddress(props.filters);
  const narrowed = values.overdue === 'true';
  usePageTitle(t(props.titleKey));
  const asked = useMemo(() => {
    const all = new URLSearchParams(query);
    for (const [name, value] of Object.entries(props.more ?? {})) all.set(name, value);
    return all;
  }, [query, props.more]);
  const report = useQuery({
    queryKey: dataKey('reports', props.name, asked.toString()),
    queryFn: async () => ({ source: await fetchMatrix(props.path, asked), values }),
    placeholderData: keepPreviousData,
    enabled: !reversed,
  });
  // What came is drawn in slices, between which the page answers, and not in one go.
  const shown = useDeferredValue(report.data);
  const source = shown?.source;
  const isBehind = report.isPlaceholderData || shown !== report.data;
  const [chart, showChart] = useKept('report_chart', ['folded', 'shown']);
  const explained = useExplained();
  const { paper, print } = usePrinted(useMemo(() => shown && printable(shown), [shown]));
  const usual = source && { tdate: source.answer.on, ...(source.answer.from && { fdate: source.answer.from }) };
  const filled = source !== undefined && source.answer.row_count > 0 && source.answer.column_count > 0;
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
          filled && !reversed ? (
            <ExportMatrix path={props.path} title={t(props.titleKey)} query={asked} busy={isBehind} print={print} />
          ) : (
            // While it is not known, their place.
            (report.isLoading || shown !== report.data) && <></>
          )
        }
      />
      <OfflineBanner />
      <div className="kit-panel rep-panel">
        <ReportFilterBar
          filters={props.filters}
          values={values}
          window={usual}
          change={change}
          end={
            props.chart &&
            filled && (
              <Button
                icon={<BarChartOutlined />}
                aria-expanded={chart === 'shown'}
                onClick={() => showChart(chart === 'shown' ? 'folded' : 'shown')}
              >
                {t(chart === 'shown' ? 'reports.charts.hide' : 'reports.charts.show')}
              </Button>
            )
          }
        />
        {/* How many a filter leaves; the corner of the grid shows it. */}
        <p className="sg-visually-hidden" role="status">
          {filled && !isBehind && !reversed && cornerOf(t, source.answer)}
        </p>
        {report.isError && <FailedState error={report.error} retry={() => void report.refetch()} />}
        {!report.isError && !source && !reversed && <MatrixSkeleton />}
        {!report.isError && source && !reversed && (
          <div className={report.isPlaceholderData ? 'kit-busy' : undefined} aria-busy={report.isPlaceholderData}>
            {filled ? (
              <>
                {props.children?.(source)}
                {chart === 'shown' && props.chart?.(source)}
                <Grid source={source} cell={props.cell ?? plainCell} mark={props.mark} onOpen={explained.open} />
              </>
            ) : (
              (!narrowed && props.empty) || (
                <NothingYet staff={source.answer.row_count > 0} values={values} narrowed={narrowed} />
              )
            )}
          </div>
        )}
      </div>
      {paper && filled && (
        <MatrixSheet
          {...paper}
          title={t(props.titleKey)}
          filters={props.filters}
          cell={props.cell ?? plainCell}
          mark={props.mark}
        >
          {props.children?.(paper.source)}
        </MatrixSheet>
      )}
      {source && !report.isError && <DefinitionLine definition={source.answer.definition} />}
      <ExplainDrawer cell={explained.cell} on={values.tdate} close={() => explained.open(null)} />
    </div>
  );
}

function Grid(props: {
  source: MatrixSource;
  cell: (cell: ReadCell) => MatrixCell;
  mark: MatrixMark | undefined;
  onOpen: (cell: { staff_id: string; skill_id: string }) => void;
}) {
  const { source, cell, mark, onOpen } = props;
  const { t, i18n } = useTranslation();
  const numbers = useNumbers();
  const narrow = useNarrow();
  // One's own row covers no headcount: nothing is added up below it.
  const scope = useScope();
  const { row_count, column_count, columns } = source.answer;
  const language = i18n.language;
  const load = useMemo(
    () => loaderOf(source, { row: rowHead(t), column: columnHead(t), cell }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `t` changes with the language
    [source, cell, language],
  );
  const describe = useCallback(
    (row: MatrixHead, column: MatrixHead, shown: MatrixCell | undefined) => sentenceOf(t, row, column, shown),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [language],
  );
  const ofRows = useMemo((): MatrixTotals | undefined => {
    const rows = source.whole?.rows;
    return rows && { heads: rowTotalHeads(t), of: (index) => rows[index] && rowTotals(rows[index], numbers) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [source, language]);
  const ofColumns = useMemo(
    (): MatrixTotals => ({
      heads: columnTotalHeads(t, scope === 'line'),
      of: (index) => columns[index] && columnTotals(columns[index], numbers, scope === 'line'),
    }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
    [source, scope, language],
  );
  if (narrow) return <PeopleCards source={source} cell={cell} mark={mark} onOpen={onOpen} />;
  return (
    <Flex className="rep-grid" vertical gap={12}>
      <MatrixLegend mark={mark} />
      <Matrix
        rowCount={row_count}
        columnCount={column_count}
        load={load}
        describe={describe}
        onOpen={({ row, column }: OpenedCell) => onOpen({ staff_id: row.id, skill_id: column.id })}
        corner={cornerOf(t, { row_count, column_count })}
        rowTotals={ofRows}
        columnTotals={scope === 'self' ? undefined : ofColumns}
        height="calc(100dvh - 266px - var(--sg-bar, 0px))"
      />
    </Flex>
  );
}
