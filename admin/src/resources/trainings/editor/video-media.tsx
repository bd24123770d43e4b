import { useState } from 'react';
import { Segmented } from 'antd';
import { LinkOutlined, UploadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { OwnAddress } from './own-address';
import { VideoPreview } from './video-preview';
import { VideoUpload } from './video-upload';

/** The video as a learner will see it, and the two ways to give one. */
export function VideoMedia({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const [way, setWay] = useState(row.video_provider === 'mp4' ? 'mp4' : 'upload');
  return (
    <div className="sg-card trn-media sg-stack">
      {row.video_provider && <VideoPreview key={`${row.content_revision}`} row={row} />}
      <section className="trn-media-give sg-stack sg-items-start sg-gap-16">
        <h2>{t(row.video_provider ? 'trainings.media.replace' : 'trainings.media.add')}</h2>
        <Segmented
          value={way}
          onChange={setWay}
          aria-label={t('trainings.media.way')}
          options={[
            { value: 'upload', icon: <UploadOutlined />, label: t('trainings.media.ways.upload') },
            { value: 'mp4', icon: <LinkOutlined />, label: t('trainings.media.ways.mp4') },
          ]}
        />
        {way === 'upload' ? <VideoUpload row={row} /> : <OwnAddress key={row.source_url} row={row} />}
      </section>
    </div>
  );
}
