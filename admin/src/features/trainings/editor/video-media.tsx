import { Suspense, useState } from 'react';
import { Flex, Segmented } from 'antd';
import { LinkOutlined, UploadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { lazyRoutePage } from '@/api/lazy-route-page';
import { VideoUrlForm } from './video-url-form';
import { Renditions } from './renditions';
import { VideoPreview } from './video-preview';
import { FileUpload, VIDEO } from './file-upload';
import { useReplaceVideo } from './use-replace-video';

const CaptionsPanel = lazyRoutePage(() => import('../captions/captions-panel').then((m) => m.CaptionsPanel));

/** Video preview, and its replacement by upload or by URL. */
export function VideoMedia({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const { chooseVideoKind, dialog } = useReplaceVideo(row);
  const [source, setSource] = useState(row.video_provider === 'mp4' ? 'mp4' : 'upload');
  return (
    <Flex vertical gap={32} className="sg-card trn-media">
      {row.video_provider && <VideoPreview key={`${row.content_revision}`} row={row} />}
      {row.video_provider === 'upload' && <Renditions row={row} />}
      <Flex vertical gap={16} align="start" component="section">
        <h2>{t(row.video_provider ? 'trainings.media.replace' : 'trainings.media.add')}</h2>
        <Segmented
          value={source}
          onChange={setSource}
          aria-label={t('trainings.media.way')}
          options={[
            { value: 'upload', icon: <UploadOutlined />, label: t('trainings.media.ways.upload') },
            { value: 'mp4', icon: <LinkOutlined />, label: t('trainings.media.ways.mp4') },
          ]}
        />
        {source === 'upload' ? (
          <FileUpload row={row} kind={VIDEO} chooseVideoKind={chooseVideoKind} />
        ) : (
          <VideoUrlForm key={row.source_url} row={row} chooseVideoKind={chooseVideoKind} />
        )}
        {dialog}
      </Flex>
      {row.video_provider && (
        <Suspense>
          <CaptionsPanel row={row} />
        </Suspense>
      )}
    </Flex>
  );
}
