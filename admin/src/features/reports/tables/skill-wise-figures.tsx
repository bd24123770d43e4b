import { useTranslation } from 'react-i18next';
import { Figures, useNumberFormatters, type Figure } from '../figures';
import type { LoadedRowsReport } from './rows-loader';

const PERCENT_FIGURES = new Set(['coverage', 'mean_coverage', 'compliance', 'attainment']);
const HIDDEN_FIGURES = new Set(['opening_qualified', 'required', 'compliant', 'opening_level']);
/** Measured only over the whole customer. */
const COVERAGE_FIGURES = new Set(['coverage', 'mean_coverage', 'uncovered', 'single_points']);
const WARNING_FIGURES = new Set(['uncovered', 'at_risk', 'single_points']);

/** Totals of a skill-wise report; which ones the server returns depends on the filters. */
export function SkillWiseFigures({ report, hasCoverage }: { report: LoadedRowsReport; hasCoverage: boolean }) {
  const { t } = useTranslation();
  const { count, percent } = useNumberFormatters();
  if (report.allRows.length === 0) return null;
  const figures = Object.entries(report.figures)
    .filter(([name]) => !HIDDEN_FIGURES.has(name) && (hasCoverage || !COVERAGE_FIGURES.has(name)))
    .map(([name, value]): Figure => ({
      label: t(`reports.totals.${name}`),
      value: PERCENT_FIGURES.has(name) ? percent(value) : count(value),
      tone: WARNING_FIGURES.has(name) && value ? (name === 'uncovered' ? 'error' : 'warning') : undefined,
    }));
  return <Figures figures={figures} />;
}
