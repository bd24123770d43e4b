import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { useModule } from '@/crud/crud-context';
import { PageSkeleton } from '@/components/page-skeleton';
import { ResourceForm } from '@/crud/form/resource-form';
import { StatePanel } from '@/components/state-panels';
import { trainingUrlDefinition } from '../training-definition';
import { VideoMedia } from './video-media';
import './media.css';

const DocumentMedia = lazyRoutePage(() => import('../document/document-media').then((m) => m.DocumentMedia));

/** Video or document of the training by upload or URL; for links the URL. */
export function MediaTab({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const module = useModule('trainings');
  if (row.type === 'video') return <VideoMedia row={row} />;
  if (row.type === 'document')
    return (
      <Suspense fallback={<PageSkeleton />}>
        <DocumentMedia row={row} />
      </Suspense>
    );
  if (row.type === 'classroom' || !module) {
    return (
      <div className="sg-card">
        <StatePanel
          drawing="empty"
          title={t('trainings.media.classroom')}
          text={t('trainings.media.classroom_text')}
          action={
            row.type === 'classroom' && (
              <Link to={`/training/sessions?training_id=${row.id}`}>{t('training-sessions.title')}</Link>
            )
          }
        />
      </div>
    );
  }
  return (
    <div className="sg-card">
      <p className="sg-soft sg-mb-16">{t('trainings.media.lead.link')}</p>
      <ResourceForm module={{ ...module, definition: trainingUrlDefinition }} id={row.id} inPage />
    </div>
  );
}
