import { Alert } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { skillMatrixDatewiseReport } from '@contract/reports';
import type { MatrixCell } from '@/report-kit/matrix/matrix-types';
import { formatDay } from '@/components/format';
import { useVisibilityScope } from '@/api/account';
import { toReportFilters } from '@/report-kit/table/report-table-definition';
import { filtersForScope } from '../report-url';
import { Bridge } from '@/report-kit/charts/bridge';
import { Figures, useNumberFormatters } from '../figures';
import { MatrixReport } from './matrix-report';
import type { MatrixSource, MatrixReportCell } from './matrix-source';

const toChangeCell = ({ level, target, status, change }: MatrixReportCell): MatrixCell => ({
  level,
  target,
  status,
  change,
});

/** Matrix of level changes between two dates. */
export function DatewisePage() {
  const scope = useVisibilityScope();
  const filters = useMemo(() => filtersForScope(toReportFilters(skillMatrixDatewiseReport.filters), scope), [scope]);
  return (
    <MatrixReport
      name={skillMatrixDatewiseReport.name}
      path={skillMatrixDatewiseReport.path}
      titleKey="menu.skil_matrix_report_datewise"
      sentenceKey="reports.skill-matrix-datewise.sentence"
      filters={filters}
      cell={toChangeCell}
      mark="change"
      chart={(source) => <AttainmentBridge source={source} />}
    >
      {(source) => <ChangeTotals source={source} />}
    </MatrixReport>
  );
}

function ChangeTotals({ source }: { source: MatrixSource }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumberFormatters();
  const { totals, bridge, opening, on } = source.answer;
  if (!totals?.opening || !opening) return null;
  const { closing } = totals;
  const changedCount = source.complete?.cells.filter((each) => each.change !== 0).length;
  const days = { opening: formatDay(opening, i18n.language), closing: formatDay(on, i18n.language) };
  const openingNote = (value: string) => t('reports.totals.was', { value, day: days.opening });
  const isUnchanged = changedCount === 0 && (!bridge || bridge.opening === bridge.closing);
  return (
    <>
      <Figures
        figures={[
          {
            label: t('reports.totals.compliance'),
            value: percent(closing.compliance),
            note: openingNote(percent(totals.opening.compliance)),
          },
          {
            label: t('reports.totals.attainment'),
            value: percent(closing.attainment),
            note: openingNote(percent(totals.opening.attainment)),
          },
          { label: t('reports.totals.gap'), value: count(closing.gap), note: openingNote(count(totals.opening.gap)) },
          ...(changedCount === undefined
            ? []
            : [
                {
                  label: t('reports.totals.changed'),
                  value: count(changedCount),
                  note: t('reports.totals.changed_note'),
                },
              ]),
          {
            label: t('reports.totals.gaps_opened'),
            value: count(totals.gaps_opened),
            note: t('reports.totals.gaps_closed', { count: totals.gaps_closed, n: count(totals.gaps_closed) }),
          },
        ]}
      />
      {isUnchanged && (
        <Alert banner showIcon={false} type="info" role="status" message={t('reports.no_changes', days)} />
      )}
    </>
  );
}

function AttainmentBridge({ source }: { source: MatrixSource }) {
  const { i18n } = useTranslation();
  const { bridge, opening, on } = source.answer;
  if (!bridge || !opening) return null;
  const days = { opening: formatDay(opening, i18n.language), closing: formatDay(on, i18n.language) };
  return <Bridge bridge={bridge} days={days} />;
}
