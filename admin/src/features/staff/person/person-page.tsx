import { lazy, Suspense, useState } from 'react';
import { EditOutlined, LeftOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link, Route, Routes, useParams } from 'react-router';
import { fullName } from '@contract/person-name';
import type { StaffRow } from '@contract/staff.resource';
import { laterPage } from '@/api/later-page';
import { usePageTitle } from '@/components/page-title';
import { later } from '@/components/later';
import type { ResourceModule, Row } from '@/crud/module';
import { useRowName, useRowTitles } from '@/crud/names';
import { PageHeader } from '@/components/page-header';
import { RelatedTabs } from '@/crud/show/related-tabs';
import { RowMenu, useDirectCommand, useRowRights } from '@/crud/list/row-menu';
import { OfflineBanner, QueryState, StatePanel } from '@/components/states';
import { StaffStatus } from '../staff-status.cell';
import './person.css';

const Overview = lazy(() => import('./overview').then((m) => ({ default: m.Overview })));
const Skills = lazy(() => import('./skills-tab').then((m) => ({ default: m.SkillsTab })));
const Trainings = lazy(() => import('./trainings-tab').then((m) => ({ default: m.TrainingsTab })));
const Results = lazy(() => import('./results-tab').then((m) => ({ default: m.ResultsTab })));
const Evidence = lazy(() => import('./evidence-tab').then((m) => ({ default: m.EvidenceTab })));
const Certificates = lazy(() => import('./certificates-tab').then((m) => ({ default: m.CertificatesTab })));
const Assessments = laterPage(() => import('@/features/assessments/assessments-tab').then((m) => m.AssessmentsTab));
const Activity = lazy(() => import('./activity-tab').then((m) => ({ default: m.ActivityTab })));
const ResourceForm = later(() => import('@/crud/form/resource-form').then((m) => m.ResourceForm));

const TABS = ['', 'skills', 'trainings', 'results', 'evidence', 'assessments', 'certificates', 'activity'] as const;

export type Person = StaffRow & Row;

/** One person, for admins, the line above and oneself (screens.md §5); each tab has its own address. */
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
  // Another person is another page: nothing of the one before may stay.
  return <OnePerson key={row.id} module={module} row={row} />;
}

function OnePerson({ module, row }: { module: ResourceModule; row: Person }) {
  const name = fullName(row.first_name, row.last_name);
  const home = `/add-staff/${row.id}`;
  const { t } = useTranslation();
  usePageTitle(name);
  return (
    <div className="prs">
      <Link to="/add-staff" className="sg-back">
        <LeftOutlined className="sg-mirror" aria-hidden="true" /> {t('staff.title')}
      </Link>
      <PageHeader
        title={<bdi>{name}</bdi>}
        sentence={<Facts row={row} />}
        actions={<Actions module={module} row={row} />}
      />
      <RelatedTabs
        related={TABS.map((tab) => ({
          route: tab ? `${home}/${tab}` : home,
          labelKey: `person.tabs.${tab || 'overview'}`,
          ...(tab === 'assessments' && { roles: ['admin', 'user'] as const }),
        }))}
      />
      <OfflineBanner />
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <Routes>
          <Route index element={<Overview module={module} row={row} />} />
          <Route path="skills" element={<Skills staffId={row.id} />} />
          <Route path="trainings" element={<Trainings staffId={row.id} />} />
          <Route path="results" element={<Results staffId={row.id} />} />
          <Route path="evidence" element={<Evidence staffId={row.id} />} />
          <Route path="assessments" element={<Assessments staffId={row.id} />} />
          <Route path="certificates" element={<Certificates staffId={row.id} />} />
          <Route path="activity" element={<Activity staffId={row.id} />} />
          <Route
            path="*"
            element={
              <StatePanel
                drawing="search"
                title={t('person.no_tab')}
                action={<Link to={home}>{t('person.tabs.overview')}</Link>}
              />
            }
          />
        </Routes>
      </Suspense>
    </div>
  );
}

/** Who this is at a glance: code, job role, department, status. */
function Facts({ row }: { row: Person }) {
  const role = useRowName('job-roles', row.job_role_id);
  const department = useRowName('departments', row.department_id);
  return (
    <span className="sg-row sg-wrap sg-gap-4-16">
      <span className="sg-mono">{row.staff_code}</span>
      {role && <bdi>{role}</bdi>}
      {department && <bdi>{department}</bdi>}
      <StaffStatus {...row} />
    </span>
  );
}

/** What the list's menu offers for the row; deleting stays there, where it can be undone. */
function Actions({ module, row }: { module: ResourceModule; row: Person }) {
  const { t } = useTranslation();
  const rights = useRowRights(module);
  const run = useDirectCommand(module.definition);
  const titleOf = useRowTitles(module.definition, [row]);
  const [editing, edit] = useState(false);
  if (!rights.edit) return null;
  return (
    <>
      <Button icon={<EditOutlined aria-hidden />} onClick={() => edit(true)}>
        {t('kit.edit')}
      </Button>
      <RowMenu
        {...{ module, row, run, name: titleOf(row) }}
        rights={{ ...rights, remove: false }}
        edit={() => edit(true)}
      />
      {editing && <ResourceForm module={module} id={row.id} onClose={() => edit(false)} />}
    </>
  );
}
