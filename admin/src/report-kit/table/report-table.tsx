import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { Button, Flex } from 'antd';
import { PrinterOutlined } from '@ant-design/icons';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { pageFacts } from '@/api/data';
import { http } from '@/api/http';
import { dataKey } from '@/api/query-keys';
import { formatFacts } from '@/components/format';
import { seekTo } from '@/crud/list/list-state';
import { Pager } from '@/crud/list/pager';
import { lastPageInstead, pagerTotal, useLastPage, useRowsLabel } from '@/crud/list/paging';
import { PageHeader } from '@/components/page-header';
import { OfflineBanner, StatePanel } from '@/components/states';
import { useSubmit } from '@/components/use-submit';
import { ReportBody } from './report-body';
import {
  isReversed,
  PLACE,
  readReportState,
  REPORT_PAGE,
  reportQuery,
  withReportFilter,
  type ReportAnswer,
  type ReportDefinition,
  type ReportLoader,
  type ReportRow,
  type ReportState,
} from './report-definition';
import { ReportExport } from './report-export';
import { ReportFilterBar } from './report-filters';
import { ReportCell } from './report-cell';
import { paperOf } from './rows-paper';
import { RowsSheet } from './rows-sheet';
import { TeamTag } from '../team-tag';
import { usePrinted } from './use-printed';
import '@/components/kit.css';
import './report.css';

/**
 * A whole report page from its definition: header, filter bar, table with a frozen first column and a row of totals,
 * the printed definition, all rows as a file. `children` stands between the bar and the table (figures, a chart, a matrix).
 */
export function ReportTable(props: {
  definition: ReportDefinition;
  /** Follows the report's title: the name of the one skill that it is about. */
  subject?: string | undefined;
  /** Above the title: a link to the report that this one is a part of. */
  back?: ReactNode;
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
    queryKey: dataKey('reports', definition.name, asked.toString()),
    queryFn: async () => ({ answer: await load(asked), state }),
    placeholderData: keepPreviousData,
    enabled: !reversed,
  });
  // What came is drawn in slices, between which the page answers, and not in one go.
  const shown = useDeferredValue(report.data);
  const answer = shown?.answer;
  const behind = report.isPlaceholderData || shown !== report.data;
  const change = (name: string, value: string | null) => setQuery((current) => withReportFilter(current, name, value));
  const set = (key: string, value: string | null) =>
    setQuery((current) => {
      const next = new URLSearchParams(current);
      if (key === 'sort') for (const each of PLACE) next.delete(each);
      if (value) next.set(key, value);
      else next.delete(key);
      return next;
    });
  const turn = (page: number, replace = false) => {
    const seek = replace ? undefined : seekTo(state.page, page, behind ? {} : (answer ?? {}));
    setQuery(
      (current) => {
        const next = new URLSearchParams(current);
        for (const each of PLACE) next.delete(each);
        if (page > 1) next.set('page', String(page));
        if (seek) next.set(seek.way, seek.key);
        return next;
      },
      { replace },
    );
  };
  const place = { page: state.page, size: REPORT_PAGE };
  useLastPage(answer && !behind ? lastPageInstead(answer, place, answer.rows.length) : null, (page) =>
    turn(page, true),
  );
  const { busy: fetching, run } = useSubmit({ toast: t('kit.report.print_failed') });
  const { paper, print } = usePrinted(
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `load` is made anew in each drawing and asks the same
    useMemo(() => shown && paperOf(definition, shown, load), [definition, shown]),
  );
  const rowsLabel = useRowsLabel();
  const exact = answer?.exact ?? true;
  const paged = exact ? (answer?.total ?? 0) : pagerTotal(answer!, place, answer!.rows.length);
  const title = props.subject ? `${t(definition.titleKey)}: ${props.subject}` : t(definition.titleKey);
  const facts = { ...answer?.window, ...state.filters };
  const labels = {
    ...formatFacts(facts, i18n.language),
    // A window of days is what its texts count.
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
                disabled={behind}
                onClick={() => void run(print)}
              >
                {t('kit.report.print')}
              </Button>
            </>
          ) : (
            // While it is not known, their place.
            !answer && !report.isError && <></>
          )
        }
      />
      <OfflineBanner />
      <div className="kit-panel">
        <ReportFilterBar filters={definition.filters} values={state.filters} window={answer?.window} change={change} />
        {answer && !report.isError && props.children?.(answer, state)}
        {!reversed && (
          <ReportBody
            state={state}
            answer={answer}
            error={report.isError ? report.error : null}
            retry={() => void report.refetch()}
            unsorted={() => set('sort', null)}
            busy={behind && (report.isFetching || !report.isPlaceholderData)}
            empty={<StatePanel drawing="search" title={t(definition.emptyKey, labels)} action={props.emptyAction} />}
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
        {answer && <Pager {...place} total={paged} turn={turn} />}
      </div>
      {answer && (
        <p className="kit-report-definition sg-mt-16 sg-small sg-soft">
          {t(definition.definitionKey, labels)} {rowsLabel(answer)}
        </p>
      )}
      {paper && (
        <RowsSheet
          paper={paper}
          title={title}
          definition={definition}
          cell={(column, row) =>
            props.cells?.[column.name]?.(row[column.name], row) ?? (
              <ReportCell column={column} value={row[column.name]} row={row} />
            )
          }
          said={t(definition.definitionKey, labels)}
        >
          {props.children?.(paper.answer, paper.state)}
        </RowsSheet>
      )}
    </div>
  );
}

/** An object `{rows, total, totals, window}`, or a plain array with X-Total-Count. */
async function fetchReport(path: string, query: URLSearchParams): Promise<ReportAnswer> {
  const { data, headers } = await http.get<ReportAnswer | ReportRow[]>(`${path}?${query.toString()}`);
  if (!Array.isArray(data)) return data;
  return { rows: data, ...pageFacts(headers, data.length) };
}
