import { lazy, Suspense, useState } from 'react';
import { EditOutlined, LeftOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link, Route, Routes, useParams } from 'react-router';
import { fullName } from '@contract/person-name';
import type { StaffRow } from '@contract/staff.resource';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { usePageTitle } from '@/components/page-title';
import { lazyComponent } from '@/components/lazy-component';
import type { ResourceModule, Row } from '@/crud/resource-module';
import { useRowName, useRowTitles } from '@/crud/row-names';
import { PageHeader } from '@/components/page-header';
import { RelatedTabs } from '@/crud/show/related-tabs';
import { RowMenu, useDirectCommand, useRowRights } from '@/crud/list/row-menu';
import { StaleDataBanner, QueryState, StatePanel } from '@/components/state-panels';
import { StaffStatus } from '../staff-status.cell';
import './person.css';

const OverviewTab = lazy(() => import('./overview-tab').then((m) => ({ default: m.OverviewTab })));
const SkillsTab = lazy(() => import('./skills-tab').then((m) => ({ default: m.SkillsTab })));
const TrainingsTab = lazy(() => import('./trainings-tab').then((m) => ({ default: m.TrainingsTab })));
const ResultsTab = lazy(() => import('./results-tab').then((m) => ({ default: m.ResultsTab })));
const EvidenceTab = lazy(() => import('./evidence-tab').then((m) => ({ default: m.EvidenceTab })));
const CertificatesTab = lazy(() => import('./certificates-tab').then((m) => ({ default: m.CertificatesTab })));
const AssessmentsTab = lazyRoutePage(() =>
  import('@/features/assessments/assessments-tab').then((m) => m.AssessmentsTab),
);
const ActivityTab = lazy(() => import('./activity-tab').then((m) => ({ default: m.ActivityTab })));
const ResourceForm = lazyComponent(() => import('@/crud/form/resource-form').then((m) => m.ResourceForm));

const TABS = ['', 'skills', 'trainings', 'results', 'evidence', 'assessments', 'certificates', 'activity'] as const;

export type Person = StaffRow & Row;

/** Page of one person, for admins, managers and the person; each tab has its own address. */
export function PersonPage({ module }: { module: ResourceModule }) {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const { query } = useOne<Person, HttpError>({
    resource: 'staff',
    id,
    errorNotification: false,
  });
  const row = query.data?.data;
  if (query.isError && query.error.statusCode === 404)
    return (
      <StatePanel
        drawing="search"
        title={t('person.unknown.title')}
        text={t('person.unknown.text')}
        action={<Link to="/add-staff">{t('staff.title')}</Link>}
      />
    );
  if (!row) return <QueryState query={query} rows={10} />;
  // The key resets all state when another person is opened.
  return <PersonContent key={row.id} module={module} row={row} />;
}

function PersonContent({ module, row }: { module: ResourceModule; row: Person }) {
  const name = fullName(row.first_name, row.last_name);
  const baseUrl = `/add-staff/${row.id}`;
  const { t } = useTranslation();
  usePageTitle(name);
  return (
    <div className="prs">
      <Link to="/add-staff" className="sg-back">
        <LeftOutlined className="sg-mirror" aria-hidden="true" /> {t('staff.title')}
      </Link>
      <PageHeader
        title={<bdi>{name}</bdi>}
        sentence={<PersonSummary row={row} />}
        actions={<PersonActions module={module} row={row} />}
      />
      <RelatedTabs
        related={TABS.map((tab) => ({
          route: tab ? `${baseUrl}/${tab}` : baseUrl,
          labelKey: `person.tabs.${tab || 'overview'}`,
          ...(tab === 'assessments' && { roles: ['admin', 'user'] as const }),
        }))}
      />
      <StaleDataBanner />
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <Routes>
          <Route index element={<OverviewTab module={module} row={row} />} />
          <Route path="skills" element={<SkillsTab staffId={row.id} />} />
          <Route path="trainings" element={<TrainingsTab staffId={row.id} />} />
          <Route path="results" element={<ResultsTab staffId={row.id} />} />
          <Route path="evidence" element={<EvidenceTab staffId={row.id} />} />
          <Route path="assessments" element={<AssessmentsTab staffId={row.id} />} />
          <Route path="certificates" element={<CertificatesTab staffId={row.id} />} />
          <Route path="activity" element={<ActivityTab staffId={row.id} />} />
          <Route
            path="*"
            element={
              <StatePanel
                drawing="search"
                title={t('person.no_tab')}
                action={<Link to={baseUrl}>{t('person.tabs.overview')}</Link>}
              />
            }
          />
        </Routes>
      </Suspense>
    </div>
  );
}

function PersonSummary({ row }: { row: Person }) {
  const jobRole = useRowName('job-roles', row.job_role_id);
  const department = useRowName('departments', row.department_id);
  return (
    <span className="sg-row sg-wrap sg-gap-4-16">
      <span className="sg-mono">{row.staff_code}</span>
      {jobRole && <bdi>{jobRole}</bdi>}
      {department && <bdi>{department}</bdi>}
      <StaffStatus {...row} />
    </span>
  );
}

/** The row menu of the list, without Delete: only the list can undo a deletion. */
function PersonActions({ module, row }: { module: ResourceModule; row: Person }) {
  const { t } = useTranslation();
  const rights = useRowRights(module);
  const run = useDirectCommand(module.definition);
  const titleOf = useRowTitles(module.definition, [row]);
  const [isEditing, setEditing] = useState(false);
  if (!rights.edit) return null;
  return (
    <>
      <Button icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
        {t('kit.edit')}
      </Button>
      <RowMenu
        {...{ module, row, run, name: titleOf(row) }}
        rights={{ ...rights, remove: false }}
        edit={() => setEditing(true)}
      />
      {isEditing && <ResourceForm module={module} id={row.id} onClose={() => setEditing(false)} />}
    </>
  );
}
