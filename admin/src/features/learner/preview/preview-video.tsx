import { useRef, useState } from 'react';
import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { fileAddress } from '@/api/env';
import { useApiQuery } from '@/api/use-api-query';
import {
  detectPlaybackProblem,
  lacksPicture,
  PlaybackProblemAlert,
  type PlaybackProblem,
} from '@/components/playback-problem';
import { FailedState } from '@/components/state-panels';
import { CaptionSelect, CaptionTrack, Transcript, useCaptions } from '../player/captions';
import { useVideoSource } from '../player/use-video-source';
import '../player/player.css';

/** The video with captions, without watch progress. */
export function PreviewVideo({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const id = training.training_id;
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<PlaybackProblem | null>(null);
  const preview = { preview: 'true' };
  const link = useApiQuery(`trainings/${id}/video-link`, preview, {
    revision: training.content_revision,
    staleTime: 'static',
    retry: 1,
  });
  const captions = useCaptions(id);
  const handleError = () => {
    if (source.fallBack() || !link.data) return;
    void detectPlaybackProblem(fileAddress(link.data.url), video.current?.error ?? null).then(setProblem);
  };
  const source = useVideoSource(video, link.data ?? null, handleError);
  const seekTo = (ms: number) => {
    if (video.current) video.current.currentTime = ms / 1000;
  };
  if (link.isError) return <FailedState error={link.error} retry={() => void link.refetch()} />;
  if (!link.data) return <Skeleton.Node active className="lr-video-wait" />;
  return (
    <Flex component="section" className="lr-player" vertical gap={12} aria-label={t('learner.player.label')}>
      <div className="lr-stage">
        <video
          ref={video}
          src={source.src}
          controls
          controlsList="nodownload"
          playsInline
          preload="metadata"
          aria-label={training.title}
          onError={handleError}
          onLoadedMetadata={({ currentTarget }) => setProblem(lacksPicture(currentTarget) ? 'format' : null)}
        >
          <CaptionTrack captions={captions} />
        </video>
      </div>
      {problem && (
        <PlaybackProblemAlert
          problem={problem}
          codec={training.video_codec}
          retry={() => void link.refetch().then(() => video.current?.load())}
        />
      )}
      <div>
        <CaptionSelect captions={captions} />
      </div>
      <Transcript captions={captions} onSeek={seekTo} />
    </Flex>
  );
}
