import { lazy, Suspense, useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { quizReport } from '@contract/reports';
import { usePageTitle } from '@/app/layout/page-title';
import { formatPercent } from '@/kit/format';
import { reportOf, type ReportColumn } from '@/kit/report/report-definition';
import { ReportTable } from '@/kit/report/report-table';
import { useScope } from '@/app/providers/me';
import { forReader } from '../address';
import { Figures, useNumbers } from '../figures';
import { passRates, scoreBins, usualPassMark } from './quiz-sums';
import { resultCell } from './cells';
import { rowsLoader, type RowsReport } from './rows-loader';

const Histogram = lazy(() => import('../charts/histogram').then((m) => ({ default: m.Histogram })));
const Bars = lazy(() => import('../charts/bars').then((m) => ({ default: m.Bars })));
const SHOWN = 6;

const LOOK: Readonly<Record<string, Partial<ReportColumn>>> = {
  staff_code: { width: 112, priority: 3 },
  staff_name: { width: 180, priority: 1 },
  training_title: { width: 220, priority: 1 },
  category: { priority: 3 },
  skills_granted: { width: 180, priority: 3 },
  valid_until: { priority: 3 },
  attempt_no: { width: 104, priority: 2 },
  started_at: { width: 208, priority: 3 },
  submitted_at: { width: 208, priority: 1 },
  duration_seconds: { kind: 'duration', width: 96, priority: 3 },
  correct: { width: 88, priority: 3 },
  total: { width: 88, priority: 3 },
  score: { width: 96, priority: 1 },
  pass_mark: { kind: 'percent', width: 104, priority: 2 },
  result: { width: 112, priority: 1 },
  video_percent: { width: 96, priority: 3 },
};

/** Who took what, how well? */
export function QuizPage() {
  const client = useQueryClient();
  const { t } = useTranslation();
  const scope = useScope();
  const definition = useMemo(() => {
    const made = reportOf(quizReport);
    return {
      ...made,
      titleKey: 'menu.quiz_report',
      filters: forReader(made.filters, scope),
      columns: made.columns.map((column) => ({ ...column, ...LOOK[column.name] })),
    };
  }, [scope]);
  const load = useMemo(() => rowsLoader(quizReport.path, client), [client]);
  usePageTitle(t(definition.titleKey));
  return (
    <ReportTable definition={definition} load={load} cells={{ result: resultCell }}>
      {(answer) => <Sums report={answer as RowsReport} />}
    </ReportTable>
  );
}

function Sums({ report }: { report: RowsReport }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumbers();
  const { figures, all } = report;
  if (all.length === 0) return null;
  return (
    <>
      <Figures
        figures={[
          {
            label: t('reports.totals.attempts'),
            value: count(figures.attempts),
            note: t('reports.totals.by_people', { count: figures.people ?? 0, n: count(figures.people) }),
          },
          { label: t('reports.totals.pass_rate'), value: percent(figures.pass_rate) },
          { label: t('reports.totals.first_try_pass_rate'), value: percent(figures.first_try_pass_rate) },
          { label: t('reports.totals.mean_best'), value: percent(figures.mean_best) },
          { label: t('reports.totals.mean_tries_to_pass'), value: count(figures.mean_tries_to_pass) },
        ]}
      />
      <Suspense fallback={<div className="rep-chart-wait" />}>
        <div className="rep-charts">
          <Histogram title={t('reports.charts.scores')} bins={scoreBins(all)} passFrom={usualPassMark(all)} />
          <Bars
            title={t('reports.charts.pass_rates')}
            max={100}
            bars={passRates(all)
              .slice(0, SHOWN)
              .map(({ title, share }) => ({ label: title, value: share, text: formatPercent(share, i18n.language) }))}
          />
        </div>
      </Suspense>
    </>
  );
}
