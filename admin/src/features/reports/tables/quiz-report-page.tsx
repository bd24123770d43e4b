import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { quizReport } from '@contract/reports';
import { usePageTitle } from '@/components/page-title';
import { formatPercent } from '@/components/format';
import {
  toReportDefinition,
  type ReportTableColumn,
  type ReportFilter,
} from '@/report-kit/table/report-table-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { FailedState } from '@/components/state-panels';
import { useVisibilityScope } from '@/api/account';
import { useApiQuery } from '@/api/use-api-query';
import { filtersForScope, useReportFilters } from '../report-url';
import { Bars } from '@/report-kit/charts/bars';
import { Histogram } from '@/report-kit/charts/histogram';
import { Figures, useNumberFormatters } from '../figures';
import { resultCell } from './cells';
import { fetchQuizReportPage } from './fetch-quiz-report';

const MAX_TRAININGS = 6;
/** Percent per histogram bar. */
const BIN_WIDTH = 10;

const COLUMN_OPTIONS: Readonly<Record<string, Partial<ReportTableColumn>>> = {
  staff_code: { width: 112, priority: 3 },
  staff_name: { width: 184, priority: 1 },
  training_title: { width: 250, priority: 1 },
  category: { priority: 3 },
  skills_granted: { width: 180, priority: 3 },
  valid_until: { priority: 3 },
  attempt_no: { width: 104, priority: 2 },
  started_at: { width: 184, priority: 3 },
  submitted_at: { width: 184, priority: 1 },
  duration_seconds: { kind: 'duration', width: 96, priority: 3 },
  correct: { width: 88, priority: 3 },
  total: { width: 88, priority: 3 },
  score: { width: 96, priority: 1 },
  pass_mark: { kind: 'percent', width: 104, priority: 2 },
  result: { width: 132, priority: 1 },
  video_percent: { width: 96, priority: 3 },
};

export function QuizReportPage() {
  const { t } = useTranslation();
  const scope = useVisibilityScope();
  const definition = useMemo(() => {
    const reportDefinition = toReportDefinition(quizReport);
    return {
      ...reportDefinition,
      titleKey: 'menu.quiz_report',
      filters: filtersForScope(reportDefinition.filters, scope),
      columns: reportDefinition.columns.map((column) => ({ ...column, ...COLUMN_OPTIONS[column.name] })),
    };
  }, [scope]);
  usePageTitle(t(definition.titleKey));
  return (
    <ReportTable definition={definition} load={fetchQuizReportPage} cells={{ result: resultCell }}>
      {(answer) => answer.total > 0 && <QuizSummary filters={definition.filters} />}
    </ReportTable>
  );
}

/** Totals over all rows. They load after the rows, so placeholders are shown until then. */
function QuizSummary({ filters }: { filters: readonly ReportFilter[] }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const { query } = useReportFilters(filters);
  // The attempts filter does not change the totals.
  const summaryQuery = new URLSearchParams(query);
  summaryQuery.delete('attempts');
  const summary = useApiQuery('reports/quiz/summary', summaryQuery);
  if (summary.isError) return <FailedState error={summary.error} retry={() => void summary.refetch()} />;
  const { totals, scores, pass_mark, trainings } = summary.data ?? {};
  const countingPlaceholder = <span className="sg-faint">{t('reports.counting')}</span>;
  const showTotal = (value: (known: NonNullable<typeof totals>) => ReactNode) =>
    totals ? value(totals) : countingPlaceholder;
  return (
    <>
      <Figures
        figures={[
          {
            label: t('reports.totals.attempts'),
            value: showTotal(({ attempts }) => count(attempts)),
            // Reserves the line before the value is loaded.
            note: totals
              ? t('reports.totals.by_people', { count: totals.people ?? 0, n: count(totals.people) })
              : '\u00a0',
          },
          { label: t('reports.totals.pass_rate'), value: showTotal(({ pass_rate }) => percent(pass_rate)) },
          {
            label: t('reports.totals.first_try_pass_rate'),
            value: showTotal((all) => percent(all.first_try_pass_rate)),
          },
          { label: t('reports.totals.mean_best'), value: showTotal(({ mean_best }) => percent(mean_best)) },
          { label: t('reports.totals.mean_tries_to_pass'), value: showTotal((all) => count(all.mean_tries_to_pass)) },
        ]}
      />
      <div className="rep-charts sg-tiles-360 sg-stack sg-line-below">
        {scores && trainings ? (
          <>
            <Histogram
              title={t('reports.charts.scores')}
              bins={scores.map((amount, index) => ({ from: index * BIN_WIDTH, count: amount }))}
              passFrom={pass_mark ?? null}
            />
            <Bars
              title={t('reports.charts.pass_rates')}
              max={100}
              bars={trainings.slice(0, MAX_TRAININGS).map(({ title, pass_rate }) => ({
                label: title,
                value: pass_rate ?? 0,
                text: formatPercent(pass_rate ?? 0, i18n.language),
              }))}
            />
          </>
        ) : (
          <>
            <div className="rep-chart-wait" />
            <div className="rep-chart-wait" />
          </>
        )}
      </div>
    </>
  );
}
