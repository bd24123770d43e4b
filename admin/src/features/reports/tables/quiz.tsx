import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { quizReport } from '@contract/reports';
import { usePageTitle } from '@/components/page-title';
import { formatPercent } from '@/components/format';
import { reportOf, type ReportColumn, type ReportFilter } from '@/report-kit/table/report-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { FailedState } from '@/components/states';
import { useScope } from '@/api/me';
import { useApiQuery } from '@/api/use-api-query';
import { forReader, useReportAddress } from '../address';
import { Bars } from '@/report-kit/charts/bars';
import { Histogram } from '@/report-kit/charts/histogram';
import { Figures, useNumbers } from '../figures';
import { resultCell } from './cells';
import { quizPage } from './quiz-pages';

const SHOWN = 6;
/** Percent that a bar of the histogram stands for. */
const STEP = 10;

const LOOK: Readonly<Record<string, Partial<ReportColumn>>> = {
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

/** Who took what, how well? */
export function QuizPage() {
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
  usePageTitle(t(definition.titleKey));
  return (
    <ReportTable definition={definition} load={quizPage} cells={{ result: resultCell }}>
      {(answer) => answer.total > 0 && <Sums filters={definition.filters} />}
    </ReportTable>
  );
}

/** Over all rows, however many: they come after the rows, and until then nothing stands in their place. */
function Sums({ filters }: { filters: readonly ReportFilter[] }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumbers();
  const { query } = useReportAddress(filters);
  // Which of a pair's attempts are shown changes nothing in it.
  const asked = new URLSearchParams(query);
  asked.delete('attempts');
  const summary = useApiQuery('reports/quiz/summary', asked);
  if (summary.isError) return <FailedState error={summary.error} retry={() => void summary.refetch()} />;
  const { totals, scores, pass_mark, trainings } = summary.data ?? {};
  const counting = <span className="sg-faint">{t('reports.counting')}</span>;
  const shown = (value: (known: NonNullable<typeof totals>) => ReactNode) => (totals ? value(totals) : counting);
  return (
    <>
      <Figures
        figures={[
          {
            label: t('reports.totals.attempts'),
            value: shown(({ attempts }) => count(attempts)),
            // Its line is there before it is known.
            note: totals
              ? t('reports.totals.by_people', { count: totals.people ?? 0, n: count(totals.people) })
              : '\u00a0',
          },
          { label: t('reports.totals.pass_rate'), value: shown(({ pass_rate }) => percent(pass_rate)) },
          { label: t('reports.totals.first_try_pass_rate'), value: shown((all) => percent(all.first_try_pass_rate)) },
          { label: t('reports.totals.mean_best'), value: shown(({ mean_best }) => percent(mean_best)) },
          { label: t('reports.totals.mean_tries_to_pass'), value: shown((all) => count(all.mean_tries_to_pass)) },
        ]}
      />
      <div className="rep-charts sg-tiles-360 sg-stack sg-line-below">
        {scores && trainings ? (
          <>
            <Histogram
              title={t('reports.charts.scores')}
              bins={scores.map((amount, at) => ({ from: at * STEP, count: amount }))}
              passFrom={pass_mark ?? null}
            />
            <Bars
              title={t('reports.charts.pass_rates')}
              max={100}
              bars={trainings.slice(0, SHOWN).map(({ title, pass_rate }) => ({
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
