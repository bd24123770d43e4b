import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { TrainingRow } from '@contract/trainings.resource';
import { laterPage } from '@/api/later-page';
import { useModule } from '@/crud/kit-context';
import { PageWaiting } from '@/components/page-waiting';
import { ResourceForm } from '@/crud/form/resource-form';
import { StatePanel } from '@/components/states';
import { trainingAddress } from '../training-definition';
import { VideoMedia } from './video-media';
import './media.css';

const DocumentMedia = laterPage(() => import('../document/document-media').then((m) => m.DocumentMedia));

/** What is watched or read: a video or document of ours, or an own address; for links the address. */
export function MediaTab({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const module = useModule('trainings');
  if (row.type === 'video') return <VideoMedia row={row} />;
  if (row.type === 'document')
    return (
      <Suspense fallback={<PageWaiting />}>
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
      <ResourceForm module={{ ...module, definition: trainingAddress }} id={row.id} inPage />
    </div>
  );
}
