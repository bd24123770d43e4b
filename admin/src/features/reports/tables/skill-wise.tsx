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
import { useScope, type Scope } from '@/api/me';
import { PageWaiting } from '@/components/page-waiting';
import { useSession } from '@/api/use-session';
import { reportOf, withReportFilter } from '@/report-kit/table/report-definition';
import { ReportTable } from '@/report-kit/table/report-table';
import { forReader, useExplained } from '../address';
import { ExplainDrawer } from '../explain/explain-drawer';
import { busFactorCell, coverageCell, signedCell } from './cells';
import { rowsLoader, type RowsReport } from './rows-loader';
import { SkillWiseFigures } from './skill-wise-figures';

const Bars = lazy(() => import('@/report-kit/charts/bars').then((m) => ({ default: m.Bars })));
const SHOWN = 10;
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

/** What each of them is for stays in view; how the heads are spread is looked up. */
const PRIORITIES: Readonly<Record<string, Priority>> = {
  ...{ skill_code: 3, name: 1, skill_name: 1, staff_name: 1, training_title: 1, effective_date: 1, kind: 1 },
  ...{ qualified: 1, required_headcount: 1, coverage: 1, bus_factor: 1, level: 1, status: 1, valid_until: 2 },
  ...{ level_0: 3, level_1: 3, level_2: 3, level_3: 3, level_4: 3, skill_group: 3, opening_qualified: 3 },
};

/** Headcounts are for the whole organisation: a team is not measured against them. */
const columnsFor = <C extends { name: string }>(columns: readonly C[], scope: Scope): readonly C[] =>
  scope === 'all' ? columns : columns.filter(({ name }) => name !== 'required_headcount' && name !== 'coverage');

/** Which of the four reports the filters mean (reports.md §4, Skils Wise Matrix). */
function chosen(address: URLSearchParams, scope: Scope) {
  const ofSkill = address.has('skil_code');
  const ofStaff = address.has('staff_id') || scope === 'self';
  if (ofSkill && ofStaff) return evidenceTrailReport;
  if (ofSkill) return skillHoldersReport;
  return ofStaff ? skillsOfPersonReport : skillWiseReport;
}

/** Is each skill covered? With a skill: its holders; with a person: their skills; with both: the evidence trail. */
export function SkillWisePage() {
  const scope = useScope();
  return scope === undefined ? <PageWaiting /> : <SkillWise scope={scope} />;
}

function SkillWise({ scope }: { scope: Scope }) {
  const { role } = useSession();
  const client = useQueryClient();
  const { t } = useTranslation();
  const [address, setAddress] = useSearchParams();
  const explained = useExplained();
  const report = chosen(address, scope);
  const definition = useMemo(() => {
    const made = reportOf(report);
    return {
      ...made,
      titleKey: 'menu.skil_wise_report',
      filters: forReader(made.filters, scope),
      columns: columnsFor(made.columns, scope).map((column) => ({
        ...column,
        width: WIDTHS[column.name] ?? (isShort(column.kind) ? 88 : 120),
        priority: PRIORITIES[column.name] ?? 2,
      })),
    };
  }, [report, scope]);
  const load = useMemo(() => rowsLoader(report.path, client), [report, client]);
  const skill = useSkillName(address.get('skil_code'));
  const title = t(definition.titleKey);
  usePageTitle(skill ? `${title}: ${skill}` : title);
  const open = (row: Readonly<Record<string, unknown>>) => {
    if (report === skillWiseReport) setAddress((now) => withReportFilter(now, 'skil_code', String(row.skill_code)));
    else explained.open({ staff_id: String(row.staff_id), skill_id: String(row.skill_id) });
  };
  const back = address.has('skil_code') && (
    <Link className="sg-back" to={{ search: withReportFilter(address, 'skil_code', null).toString() }}>
      <LeftOutlined className="sg-mirror" aria-hidden="true" /> {t('reports.skill-wise.back')}
    </Link>
  );
  return (
    <>
      <ReportTable
        key={report.name}
        definition={definition}
        subject={skill}
        back={back}
        load={load}
        cells={{ coverage: coverageCell, bus_factor: busFactorCell, change: signedCell }}
        {...(report !== evidenceTrailReport && { onOpen: open })}
        emptyAction={report === skillWiseReport && role === 'admin' && <ToSkills />}
      >
        {(answer) => (
          <>
            <SkillWiseFigures report={answer as RowsReport} isMeasured={scope === 'all'} />
            {report === skillWiseReport && <Coverage report={answer as RowsReport} />}
          </>
        )}
      </ReportTable>
      <ExplainDrawer cell={explained.cell} on={address.get('tdate') ?? undefined} close={() => explained.open(null)} />
    </>
  );
}

/** The name of the skill with this code; undefined until it is read, and where there is none. */
function useSkillName(code: string | null): string | undefined {
  const { result } = useList({
    resource: 'skills',
    filters: [{ field: 'skill_code', operator: 'eq', value: code }],
    pagination: { pageSize: 1 },
    queryOptions: { enabled: code !== null },
  });
  return code === null ? undefined : (result.data[0]?.name as string | undefined);
}

function ToSkills() {
  const { t } = useTranslation();
  return (
    <LinkButton to="/skil-master" type="primary">
      {t('reports.empty.to_skills')}
    </LinkButton>
  );
}

/** The least covered skills against their required headcount. */
function Coverage({ report }: { report: RowsReport }) {
  const { t } = useTranslation();
  const rows = report.all.filter((row) => row.coverage !== null && Number(row.coverage) < 100).slice(0, SHOWN);
  if (rows.length === 0) return null;
  return (
    <Suspense fallback={<div className="rep-chart-wait" />}>
      <Bars
        ofOwn
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
