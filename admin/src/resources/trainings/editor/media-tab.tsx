import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { useModule } from '@/kit/kit-context';
import { ResourceForm } from '@/kit/resource-form';
import { StatePanel } from '@/kit/states';
import { trainingAddress } from '../training-definition';
import { VideoMedia } from './video-media';
import './media.css';

/** What is watched or read: a video of ours or an own address; for documents and links the address. */
export function MediaTab({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const module = useModule('trainings');
  if (row.type === 'video') return <VideoMedia row={row} />;
  if (row.type === 'classroom' || !module) {
    return (
      <div className="sg-card">
        <StatePanel drawing="empty" title={t('trainings.media.classroom')} text={t('trainings.media.classroom_text')} />
      </div>
    );
  }
  return (
    <div className="sg-card">
      <p className="trn-lead">{t(`trainings.media.lead.${row.type}`)}</p>
      <ResourceForm module={{ ...module, definition: trainingAddress }} id={row.id} inPage />
    </div>
  );
}
