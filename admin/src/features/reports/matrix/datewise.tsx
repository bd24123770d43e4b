import { Alert } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { skillMatrixDatewiseReport } from '@contract/reports';
import type { MatrixCell } from '@/report-kit/matrix/matrix-types';
import { formatDay } from '@/components/format';
import { useScope } from '@/api/me';
import { filtersOf } from '@/report-kit/table/report-definition';
import { forReader } from '../address';
import { Bridge } from '@/report-kit/charts/bridge';
import { Figures, useNumbers } from '../figures';
import { MatrixReport } from './matrix-report';
import type { MatrixSource, ReadCell } from './source';

const cell = ({ level, target, status, change }: ReadCell): MatrixCell => ({ level, target, status, change });

/** What changed between two dates? */
export function DatewisePage() {
  const scope = useScope();
  const filters = useMemo(() => forReader(filtersOf(skillMatrixDatewiseReport.filters), scope), [scope]);
  return (
    <MatrixReport
      name={skillMatrixDatewiseReport.name}
      path={skillMatrixDatewiseReport.path}
      titleKey="menu.skil_matrix_report_datewise"
      sentenceKey="reports.skill-matrix-datewise.sentence"
      filters={filters}
      cell={cell}
      mark="change"
      chart={(source) => <Steps source={source} />}
    >
      {(source) => <Changes source={source} />}
    </MatrixReport>
  );
}

function Changes({ source }: { source: MatrixSource }) {
  const { t, i18n } = useTranslation();
  const { count, percent } = useNumbers();
  const { totals, bridge, opening, on } = source.answer;
  if (!totals?.opening || !opening) return null;
  const { closing } = totals;
  const changed = source.whole?.cells.filter((each) => each.change !== 0).length;
  const days = { opening: formatDay(opening, i18n.language), closing: formatDay(on, i18n.language) };
  const was = (value: string) => t('reports.totals.was', { value, day: days.opening });
  const still = changed === 0 && (!bridge || bridge.opening === bridge.closing);
  return (
    <>
      <Figures
        figures={[
          {
            label: t('reports.totals.compliance'),
            value: percent(closing.compliance),
            note: was(percent(totals.opening.compliance)),
          },
          {
            label: t('reports.totals.attainment'),
            value: percent(closing.attainment),
            note: was(percent(totals.opening.attainment)),
          },
          { label: t('reports.totals.gap'), value: count(closing.gap), note: was(count(totals.opening.gap)) },
          ...(changed === undefined
            ? []
            : [{ label: t('reports.totals.changed'), value: count(changed), note: t('reports.totals.changed_note') }]),
          {
            label: t('reports.totals.gaps_opened'),
            value: count(totals.gaps_opened),
            note: t('reports.totals.gaps_closed', { count: totals.gaps_closed, n: count(totals.gaps_closed) }),
          },
        ]}
      />
      {still && <Alert banner showIcon={false} type="info" role="status" message={t('reports.no_changes', days)} />}
    </>
  );
}

/** From the opening's attainment to the closing's. */
function Steps({ source }: { source: MatrixSource }) {
  const { i18n } = useTranslation();
  const { bridge, opening, on } = source.answer;
  if (!bridge || !opening) return null;
  const days = { opening: formatDay(opening, i18n.language), closing: formatDay(on, i18n.language) };
  return <Bridge bridge={bridge} days={days} />;
}
