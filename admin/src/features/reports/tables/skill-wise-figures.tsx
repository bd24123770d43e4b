import { useTranslation } from 'react-i18next';
import { Figures, useNumbers, type Figure } from '../figures';
import type { RowsReport } from './rows-loader';

const PERCENT = new Set(['coverage', 'mean_coverage', 'compliance', 'attainment']);
const HIDDEN = new Set(['opening_qualified', 'required', 'compliant', 'opening_level']);
/** Measured for the whole organisation only. */
const COVERAGE = new Set(['coverage', 'mean_coverage', 'uncovered', 'single_points']);
const BAD = new Set(['uncovered', 'at_risk', 'single_points']);

/** The totals a skill-wise report answers; which they are depends on its filters. */
export function SkillWiseFigures({ report, isMeasured }: { report: RowsReport; isMeasured: boolean }) {
  const { t } = useTranslation();
  const { count, percent } = useNumbers();
  if (report.all.length === 0) return null;
  const figures = Object.entries(report.figures)
    .filter(([name]) => !HIDDEN.has(name) && (isMeasured || !COVERAGE.has(name)))
    .map(([name, value]): Figure => ({
      label: t(`reports.totals.${name}`),
      value: PERCENT.has(name) ? percent(value) : count(value),
      tone: BAD.has(name) && value ? (name === 'uncovered' ? 'error' : 'warning') : undefined,
    }));
  return <Figures figures={figures} />;
}
