import { useRef, useState } from 'react';
import { Alert, Skeleton } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { read } from '@/api/read';
import { fileAddress } from '@/api/roots';
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
  const link = useQuery({
    queryKey: ['video-link', row.id, row.content_revision],
    queryFn: () => read(`trainings/${row.id}/video-link`),
    enabled: playable,
    staleTime: Infinity,
  });
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
    <section className="trn-preview sg-stack sg-start sg-gap-8-24">
      {link.isError && <FailedState error={link.error} retry={() => void link.refetch()} />}
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
      {problem && (
        <PlayProblemAlert
          problem={problem}
          codec={row.video_codec}
          retry={() => void link.refetch().then(() => player.current?.load())}
        />
      )}
      {row.video_codec === 'hevc' && (
        <Alert type="warning" showIcon message={t('trainings.media.hevc', { codec: CODEC_NAMES.hevc })} />
      )}
      <ReportedLength row={row} />
      <Facts columns={1} facts={facts} />
      <RemoveFile
        path={`/api/trainings/${row.id}/video`}
        words={{
          remove: t('trainings.media.remove'),
          ask: t('trainings.media.remove_ask'),
          removed: t('trainings.media.removed'),
        }}
      />
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
