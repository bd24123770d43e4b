import { useRef, useState } from 'react';
import { Alert, Col, Row, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { fileAddress } from '@/api/roots';
import { useApiQuery } from '@/api/use-api-query';
import { Facts } from '@/crud/show/facts';
import {
  CODEC_NAMES,
  findPlayProblem,
  lacksPicture,
  PlayProblemAlert,
  type PlayProblem,
} from '@/components/play-problem';
import { FailedState } from '@/components/states';
import { clockOf } from '../durations';
import { RemoveFile } from './remove-file';
import { ReportedLength } from './reported-length';

/** Plays what learners get. Nothing is counted: an admin's link belongs to no assignment. */
export function VideoPreview({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<PlayProblem | null>(null);
  const player = useRef<HTMLVideoElement>(null);
  const again = useRef(false);
  // A link into object storage lives for minutes; ours, which leads there anew, for hours.
  const goOn = (video: HTMLVideoElement) => {
    if (again.current || video.currentTime === 0) {
      void findPlayProblem(video.src, video.error).then(setProblem);
      return;
    }
    again.current = true;
    const at = video.currentTime;
    video.load();
    video.currentTime = at;
  };
  const playable = (row.video_duration_ms ?? 0) > 0;
  const link = useApiQuery(
    `trainings/${row.id}/video-link`,
    {},
    { revision: row.content_revision, enabled: playable, staleTime: 'static' },
  );
  const facts = [
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
          {playable ? clockOf(row.video_duration_ms ?? 0) : t('trainings.media.unknown')}
        </span>
      ),
    },
    ...(row.source_url
      ? [{ key: 'address', label: t('trainings.fields.source_url'), children: <Address row={row} /> }]
      : []),
  ];
  const src = playable ? link.data && fileAddress(link.data.url) : (row.source_url ?? undefined);
  return (
    <section>
      {link.isError && <FailedState error={link.error} retry={() => void link.refetch()} />}
      {problem && (
        <PlayProblemAlert
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
      <ReportedLength row={row} />
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
              onPlaying={() => void (again.current = false)}
              onLoadedMetadata={({ currentTarget }) => setProblem(lacksPicture(currentTarget) ? 'format' : null)}
              onError={({ currentTarget }) => goOn(currentTarget)}
            />
          )}
        </Col>
        <Col xs={24} md={8}>
          <Facts columns={1} facts={facts} />
          <RemoveFile
            path={`/api/trainings/${row.id}/video`}
            words={{
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

function Address({ row }: { row: TrainingRow }) {
  return (
    <bdi dir="ltr" className="kit-clip">
      {row.source_url}
    </bdi>
  );
}
