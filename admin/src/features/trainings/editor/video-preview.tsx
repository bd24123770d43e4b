import { useRef, useState } from 'react';
import { Alert, Col, Row, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { fileAddress } from '@/api/env';
import { useApiQuery } from '@/api/use-api-query';
import { DescriptionList } from '@/crud/show/description-list';
import {
  CODEC_NAMES,
  detectPlaybackProblem,
  lacksPicture,
  PlaybackProblemAlert,
  type PlaybackProblem,
} from '@/components/playback-problem';
import { FailedState } from '@/components/state-panels';
import { formatDuration } from '../durations';
import { RemoveFile } from './remove-file';
import { ReportedLengthAlert } from './reported-length-alert';

/** Plays the video of learners. Progress is not recorded: the link belongs to no assignment. */
export function VideoPreview({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<PlaybackProblem | null>(null);
  const player = useRef<HTMLVideoElement>(null);
  const hasRetried = useRef(false);
  // The storage link expires after minutes; reloading ours, valid for hours, redirects to a new one.
  const handlePlaybackError = (video: HTMLVideoElement) => {
    if (hasRetried.current || video.currentTime === 0) {
      void detectPlaybackProblem(video.src, video.error).then(setProblem);
      return;
    }
    hasRetried.current = true;
    const position = video.currentTime;
    video.load();
    video.currentTime = position;
  };
  const isPlayable = (row.video_duration_ms ?? 0) > 0;
  const link = useApiQuery(
    `trainings/${row.id}/video-link`,
    {},
    { revision: row.content_revision, enabled: isPlayable, staleTime: 'static' },
  );
  const items = [
    {
      key: 'provider',
      label: t('trainings.fields.video_provider'),
      children: t(`trainings.choices.video_provider.${row.video_provider}`),
    },
    {
      key: 'length',
      label: t('trainings.media.length'),
      children: (
        <span className="sg-number">
          {isPlayable ? formatDuration(row.video_duration_ms ?? 0) : t('trainings.media.unknown')}
        </span>
      ),
    },
    ...(row.source_url
      ? [{ key: 'address', label: t('trainings.fields.source_url'), children: <SourceUrl row={row} /> }]
      : []),
  ];
  const src = isPlayable ? link.data && fileAddress(link.data.url) : (row.source_url ?? undefined);
  return (
    <section>
      {link.isError && <FailedState error={link.error} retry={() => void link.refetch()} />}
      {problem && (
        <PlaybackProblemAlert
          problem={problem}
          codec={row.video_codec}
          retry={() => void link.refetch().then(() => player.current?.load())}
        />
      )}
      {row.video_codec === 'hevc' && (
        <Alert
          className="kit-banner"
          type="warning"
          showIcon
          message={t('trainings.media.hevc', { codec: CODEC_NAMES.hevc })}
        />
      )}
      <ReportedLengthAlert row={row} />
      <Row gutter={[24, 16]}>
        <Col xs={24} md={16}>
          {link.isLoading && <Skeleton.Node active className="trn-video-skeleton" />}
          {src && (
            <video
              ref={player}
              className="trn-video"
              src={src}
              controls
              preload="metadata"
              aria-label={t('trainings.media.preview', { title: row.title })}
              onPlaying={() => void (hasRetried.current = false)}
              onLoadedMetadata={({ currentTarget }) => setProblem(lacksPicture(currentTarget) ? 'format' : null)}
              onError={({ currentTarget }) => handlePlaybackError(currentTarget)}
            />
          )}
        </Col>
        <Col xs={24} md={8}>
          <DescriptionList columns={1} items={items} />
          <RemoveFile
            path={`/api/trainings/${row.id}/video`}
            texts={{
              remove: t('trainings.media.remove'),
              ask: t('trainings.media.remove_ask'),
              removed: t('trainings.media.removed'),
            }}
          />
        </Col>
      </Row>
    </section>
  );
}

function SourceUrl({ row }: { row: TrainingRow }) {
  return (
    <bdi dir="ltr" className="kit-clip">
      {row.source_url}
    </bdi>
  );
}
