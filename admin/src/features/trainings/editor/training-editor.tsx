import { lazy, Suspense } from 'react';
import { Skeleton } from 'antd';
import { LeftOutlined } from '@ant-design/icons';
import { useOne, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { Link, Route, Routes, useParams } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { lazyRoutePage } from '@/api/lazy-route-page';
import type { ResourceModule } from '@/crud/resource-module';
import { PageHeader } from '@/components/page-header';
import { RelatedTabs } from '@/crud/show/related-tabs';
import { ResourceForm } from '@/crud/form/resource-form';
import { useRowRights } from '@/crud/list/row-menu';
import { StaleDataBanner, QueryState } from '@/components/state-panels';
import { ForbiddenPage } from '@/components/status-pages';
import { TrainingNotFound } from './training-not-found';
import { PublishPanel } from './publish-panel';
import { TrainingActions } from './training-actions';
import { TrainingSummary } from './training-summary';
import { usePublish } from './use-publish';
import './editor.css';

const MediaTab = lazyRoutePage(() => import('./media-tab').then((m) => m.MediaTab));
const SkillsTab = lazy(() => import('./skills-tab').then((m) => ({ default: m.SkillsTab })));
const QuizTab = lazy(() => import('@/features/quizzes/quiz-tab').then((m) => ({ default: m.QuizTab })));
const HistoryTab = lazyRoutePage(() => import('../revisions/history-tab').then((m) => m.HistoryTab));
const RevisionPanel = lazyRoutePage(() => import('../revisions/revision-panel').then((m) => m.RevisionPanel));
const AssignmentsTab = lazy(() => import('./assignments-tab').then((m) => ({ default: m.AssignmentsTab })));

const TABS = ['', 'media', 'skills', 'quiz', 'assignments', 'history'] as const;

/** Editor of one training; each tab has its own address. */
export function TrainingEditor({ module }: { module: ResourceModule }) {
  const { id = '' } = useParams();
  const rights = useRowRights(module);
  const { query } = useOne<TrainingRow, HttpError>({
    resource: 'trainings',
    id,
    errorNotification: false,
  });
  const row = query.data?.data;
  if (!rights.edit) return <ForbiddenPage />;
  if (query.isError && query.error.statusCode === 404) return <TrainingNotFound />;
  if (!row) return <QueryState query={query} rows={10} />;
  return <TrainingEditorContent module={module} row={row} />;
}

function TrainingEditorContent({ module, row }: { module: ResourceModule; row: TrainingRow }) {
  const { t } = useTranslation();
  const publishState = usePublish(row);
  return (
    <>
      <Link to="/training" className="sg-back">
        <LeftOutlined className="sg-mirror" aria-hidden="true" /> {t('trainings.title')}
      </Link>
      <PageHeader
        title={<bdi>{row.title}</bdi>}
        sentence={<TrainingSummary row={row} />}
        actions={<TrainingActions module={module} row={row} publishState={publishState} />}
      />
      <RelatedTabs
        related={TABS.map((tab) => ({
          route: tab ? `/training/${row.id}/${tab}` : `/training/${row.id}`,
          labelKey: `trainings.tabs.${tab || 'details'}`,
        }))}
      />
      <StaleDataBanner />
      <PublishPanel row={row} publishState={publishState} />
      {row.status === 'published' && (
        <Suspense fallback={null}>
          <RevisionPanel row={row} />
        </Suspense>
      )}
      <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>
        <Routes>
          <Route
            index
            element={
              <div className="sg-card">
                <ResourceForm module={module} id={row.id} inPage />
              </div>
            }
          />
          <Route path="media" element={<MediaTab row={row} />} />
          <Route path="skills" element={<SkillsTab row={row} />} />
          <Route path="quiz" element={<QuizTab training={row} />} />
          <Route path="assignments" element={<AssignmentsTab row={row} />} />
          <Route path="history" element={<HistoryTab row={row} />} />
          <Route path="*" element={<TrainingNotFound />} />
        </Routes>
      </Suspense>
    </>
  );
}
