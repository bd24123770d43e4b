import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { Button, Flex } from 'antd';
import { PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { readPageInfo } from '@/api/data-provider';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { formatFacts } from '@/components/format';
import { seekForPage } from '@/crud/list/list-state';
import { Pager } from '@/crud/list/pager';
import { findLastPage, pagerTotal, useRedirectToLastPage, useRowsLabel } from '@/crud/list/paging';
import { PageHeader } from '@/components/page-header';
import { StaleDataBanner, StatePanel } from '@/components/state-panels';
import { useSubmit } from '@/components/use-submit';
import { ReportBody } from './report-body';
import {
  isReversed,
  PAGE_KEYS,
  readReportState,
  REPORT_PAGE_SIZE,
  reportQuery,
  withReportFilter,
  type ReportAnswer,
  type ReportTableDefinition,
  type ReportLoader,
  type ReportRow,
  type ReportState,
} from './report-table-definition';
import { ReportExport } from './report-export';
import { ReportFilterBar } from './report-filters';
import { ReportCell } from './report-cell';
import { toPrintable } from './printed-rows';
import { PrintedReport } from './printed-report';
import { TeamTag } from '../team-tag';
import { usePrint } from './use-print';
import '@/components/kit.css';
import './report.css';

/**
 * A report page from its definition: header, filter bar, table with totals, explanation, export and print. `children`
 * renders between the bar and the table (figures, a chart, a matrix).
 */
export function ReportTable(props: {
  definition: ReportTableDefinition;
  /** Appended to the title, such as the name of the skill. */
  subject?: string | undefined;
  /** Above the title: a link to the parent report. */
  back?: ReactNode;
  load?: ReportLoader;
  /** Custom cells by column name. */
  cells?: Readonly<Record<string, (value: unknown, row: ReportRow) => ReactNode>>;
  onOpen?: (row: ReportRow) => void;
  emptyAction?: ReactNode;
  children?: (answer: ReportAnswer, state: ReportState) => ReactNode;
}) {
  const { definition } = props;
  const { t, i18n } = useTranslation();
  const [query, setQuery] = useSearchParams();
  const state = readReportState(definition, query);
  const load = props.load ?? ((params: URLSearchParams) => fetchReport(definition.path, params));
  const params = reportQuery(definition, state);
  const reversed = isReversed(state.filters);
  const report = useQuery({
    queryKey: dataKey('reports', definition.name, params.toString()),
    queryFn: async () => ({ answer: await load(params), state }),
    placeholderData: keepPreviousData,
    enabled: !reversed,
  });
  // Deferred: many rows are rendered in slices, and the page stays responsive.
  const deferredData = useDeferredValue(report.data);
  const answer = deferredData?.answer;
  const isStale = report.isPlaceholderData || deferredData !== report.data;
  const change = (name: string, value: string | null) => setQuery((current) => withReportFilter(current, name, value));
  const setParam = (key: string, value: string | null) =>
    setQuery((current) => {
      const next = new URLSearchParams(current);
      if (key === 'sort') for (const each of PAGE_KEYS) next.delete(each);
      if (value) next.set(key, value);
      else next.delete(key);
      return next;
    });
  const goToPage = (page: number, replace = false) => {
    const seek = replace ? undefined : seekForPage(state.page, page, isStale ? {} : (answer ?? {}));
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        for (const each of PAGE_KEYS) next.delete(each);
        if (page > 1) next.set('page', String(page));
        if (seek) next.set(seek.direction, seek.key);
        return next;
      },
      { replace },
    );
  };
  const pageState = { page: state.page, size: REPORT_PAGE_SIZE };
  useRedirectToLastPage(answer && !isStale ? findLastPage(answer, pageState, answer.rows.length) : null, (page) =>
    goToPage(page, true),
  );
  const { busy: fetching, run } = useSubmit({ toast: t('kit.report.print_failed') });
  const { paper, print } = usePrint(
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `load` is a new but equivalent function in each render
    useMemo(() => deferredData && toPrintable(definition, deferredData, load), [definition, deferredData]),
  );
  const rowsLabel = useRowsLabel();
  const exact = answer?.exact ?? true;
  const pagerRowCount = exact ? (answer?.total ?? 0) : pagerTotal(answer!, pageState, answer!.rows.length);
  const title = props.subject ? `${t(definition.titleKey)}: ${props.subject}` : t(definition.titleKey);
  const facts = { ...answer?.window, ...state.filters };
  const labels = {
    ...formatFacts(facts, i18n.language),
    // The plural form follows the number of days.
    count: Number(answer?.window?.['days'] ?? 0),
  };

  return (
    <div className="kit-report">
      {props.back}
      <PageHeader
        title={
          <Flex component="span" wrap align="center" gap="0 12px">
            {title}
            <TeamTag />
          </Flex>
        }
        sentence={t(definition.sentenceKey)}
        actions={
          answer && answer.total > 0 ? (
            <>
              <ReportExport definition={definition} state={state} />
              <Button
                icon={<PrinterOutlined aria-hidden />}
                loading={fetching}
                disabled={isStale}
                onClick={() => void run(print)}
              >
                {t('kit.report.print')}
              </Button>
            </>
          ) : (
            // Reserves the space while loading.
            !answer && !report.isError && <></>
          )
        }
      />
      <StaleDataBanner />
      <div className="kit-panel">
        <ReportFilterBar filters={definition.filters} values={state.filters} window={answer?.window} change={change} />
        {answer && !report.isError && props.children?.(answer, state)}
        {!reversed && (
          <ReportBody
            state={state}
            answer={answer}
            error={report.isError ? report.error : null}
            retry={() => void report.refetch()}
            resetSort={() => setParam('sort', null)}
            busy={isStale && (report.isFetching || !report.isPlaceholderData)}
            empty={<StatePanel drawing="search" title={t(definition.emptyKey, labels)} action={props.emptyAction} />}
            definition={definition}
            cells={props.cells}
            onOpen={props.onOpen}
            sort={(name) => {
              const now = state.sort ?? definition.default_sort;
              const descending = now?.field === name && now.order === 'asc';
              setParam('sort', descending ? `-${name}` : name);
            }}
            allColumns={query.get('columns') === 'all'}
            showAll={(all) => setParam('columns', all ? 'all' : null)}
          />
        )}
        {answer && <Pager {...pageState} total={pagerRowCount} goToPage={goToPage} />}
      </div>
      {answer && (
        <p className="kit-report-definition sg-mt-16 sg-small sg-soft">
          {t(definition.definitionKey, labels)} {rowsLabel(answer)}
        </p>
      )}
      {paper && (
        <PrintedReport
          paper={paper}
          title={title}
          definition={definition}
          cell={(column, row) =>
            props.cells?.[column.name]?.(row[column.name], row) ?? (
              <ReportCell column={column} value={row[column.name]} row={row} />
            )
          }
          definitionText={t(definition.definitionKey, labels)}
        >
          {props.children?.(paper.answer, paper.state)}
        </PrintedReport>
      )}
    </div>
  );
}

/** The endpoint answers an object `{rows, total, totals, window}`, or an array with X-Total-Count. */
async function fetchReport(path: string, query: URLSearchParams): Promise<ReportAnswer> {
  const { data, headers } = await http.get<ReportAnswer | ReportRow[]>(`${path}?${query.toString()}`);
  if (!Array.isArray(data)) return data;
  return { rows: data, ...readPageInfo(headers, data.length) };
}
