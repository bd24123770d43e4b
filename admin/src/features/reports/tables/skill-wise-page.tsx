import { lazy, Suspense, useMemo } from 'react';
import { LeftOutlined } from '@ant-design/icons';
import { useList } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { evidenceTrailReport, skillHoldersReport, skillsOfPersonReport, skillWiseReport } from '@contract/reports';
import { LinkButton } from '@/components/link-button';
import { isShort, type Priority } from '@/crud/list/column-fit';
import { usePageTitle } from '@/components/page-title';
import { useVisibilityScope, type VisibilityScope } from '@/api/account';
import { PageSkeleton } from '@/components/page-skeleton';
import { useSession } from '@/api/use-session';
import { toReportDefinition, withReportFilter } from '@/report-kit/table/report-table-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { filtersForScope, useExplainedCell } from '../report-url';
import { ExplainDrawer } from '../explain/explain-drawer';
import { busFactorCell, coverageCell, signedCell } from './cells';
import { createRowsLoader, type LoadedRowsReport } from './rows-loader';
import { SkillWiseFigures } from './skill-wise-figures';

const Bars = lazy(() => import('@/report-kit/charts/bars').then((m) => ({ default: m.Bars })));
const MAX_BARS = 10;
const WIDTHS: Readonly<Record<string, number>> = {
  skill_code: 104,
  staff_code: 112,
  name: 220,
  skill_name: 220,
  staff_name: 200,
  training_title: 220,
  note: 240,
  recorded_by: 160,
  coverage: 160,
  bus_factor: 136,
  status: 152,
  level_0: 72,
  level_1: 72,
  level_2: 72,
  level_3: 72,
  level_4: 72,
};

/** Keeps each report's main columns visible; the headcounts per level are hidden first. */
const PRIORITIES: Readonly<Record<string, Priority>> = {
  skill_code: 3,
  name: 1,
  skill_name: 1,
  staff_name: 1,
  training_title: 1,
  effective_date: 1,
  kind: 1,
  qualified: 1,
  required_headcount: 1,
  coverage: 1,
  bus_factor: 1,
  level: 1,
  status: 1,
  valid_until: 2,
  level_0: 3,
  level_1: 3,
  level_2: 3,
  level_3: 3,
  level_4: 3,
  skill_group: 3,
  opening_qualified: 3,
};

/** Required headcounts apply to the whole customer, so a team's report has no coverage columns. */
const columnsForScope = <C extends { name: string }>(columns: readonly C[], scope: VisibilityScope): readonly C[] =>
  scope === 'all' ? columns : columns.filter(({ name }) => name !== 'required_headcount' && name !== 'coverage');

/** Picks one of the four reports by the skill and staff filters (docs/skill-levels.md). */
function selectReport(searchParams: URLSearchParams, scope: VisibilityScope) {
  const hasSkill = searchParams.has('skil_code');
  const hasPerson = searchParams.has('staff_id') || scope === 'self';
  if (hasSkill && hasPerson) return evidenceTrailReport;
  if (hasSkill) return skillHoldersReport;
  return hasPerson ? skillsOfPersonReport : skillWiseReport;
}

/** Skill coverage; with a skill its holders, with a person their skills, with both the evidence trail. */
export function SkillWisePage() {
  const scope = useVisibilityScope();
  return scope === undefined ? <PageSkeleton /> : <SkillWiseTable scope={scope} />;
}

function SkillWiseTable({ scope }: { scope: VisibilityScope }) {
  const { role } = useSession();
  const client = useQueryClient();
  const { t } = useTranslation();
  const [searchParams, setSearchParams] = useSearchParams();
  const explanation = useExplainedCell();
  const report = selectReport(searchParams, scope);
  const definition = useMemo(() => {
    const reportDefinition = toReportDefinition(report);
    return {
      ...reportDefinition,
      titleKey: 'menu.skil_wise_report',
      filters: filtersForScope(reportDefinition.filters, scope),
      columns: columnsForScope(reportDefinition.columns, scope).map((column) => ({
        ...column,
        width: WIDTHS[column.name] ?? (isShort(column.kind) ? 88 : 120),
        priority: PRIORITIES[column.name] ?? 2,
      })),
    };
  }, [report, scope]);
  const load = useMemo(() => createRowsLoader(report.path, client), [report, client]);
  const skill = useSkillName(searchParams.get('skil_code'));
  const title = t(definition.titleKey);
  usePageTitle(skill ? `${title}: ${skill}` : title);
  const openRow = (row: Readonly<Record<string, unknown>>) => {
    if (report === skillWiseReport)
      setSearchParams((current) => withReportFilter(current, 'skil_code', String(row.skill_code)));
    else explanation.open({ staff_id: String(row.staff_id), skill_id: String(row.skill_id) });
  };
  const backLink = searchParams.has('skil_code') && (
    <Link className="sg-back" to={{ search: withReportFilter(searchParams, 'skil_code', null).toString() }}>
      <LeftOutlined className="sg-mirror" aria-hidden="true" /> {t('reports.skill-wise.back')}
    </Link>
  );
  return (
    <>
      <ReportTable
        key={report.name}
        definition={definition}
        subject={skill}
        back={backLink}
        load={load}
        cells={{ coverage: coverageCell, bus_factor: busFactorCell, change: signedCell }}
        {...(report !== evidenceTrailReport && { onOpen: openRow })}
        emptyAction={report === skillWiseReport && role === 'admin' && <GoToSkillsButton />}
      >
        {(answer) => (
          <>
            <SkillWiseFigures report={answer as LoadedRowsReport} hasCoverage={scope === 'all'} />
            {report === skillWiseReport && <CoverageChart report={answer as LoadedRowsReport} />}
          </>
        )}
      </ReportTable>
      <ExplainDrawer
        cell={explanation.cell}
        on={searchParams.get('tdate') ?? undefined}
        close={() => explanation.open(null)}
      />
    </>
  );
}

/** The name of the skill with this code; undefined while loading and for an unknown code. */
function useSkillName(code: string | null): string | undefined {
  const { result } = useList({
    resource: 'skills',
    filters: [{ field: 'skill_code', operator: 'eq', value: code }],
    pagination: { pageSize: 1 },
    queryOptions: { enabled: code !== null },
  });
  return code === null ? undefined : (result.data[0]?.name as string | undefined);
}

function GoToSkillsButton() {
  const { t } = useTranslation();
  return (
    <LinkButton to="/skil-master" type="primary">
      {t('reports.empty.to_skills')}
    </LinkButton>
  );
}

/** Chart of the least covered skills against their required headcount. */
function CoverageChart({ report }: { report: LoadedRowsReport }) {
  const { t } = useTranslation();
  const rows = report.allRows.filter((row) => row.coverage !== null && Number(row.coverage) < 100).slice(0, MAX_BARS);
  if (rows.length === 0) return null;
  return (
    <Suspense fallback={<div className="rep-chart-wait" />}>
      <Bars
        scaleToMark
        title={t('reports.charts.coverage')}
        unit={t('reports.charts.coverage_unit')}
        bars={rows.map((row) => ({
          label: String(row.name),
          value: Number(row.qualified),
          mark: Number(row.required_headcount),
          text: `${String(row.qualified)} / ${String(row.required_headcount)}`,
          tone: Number(row.coverage) < 50 ? 'error' : 'warning',
        }))}
      />
    </Suspense>
  );
}
