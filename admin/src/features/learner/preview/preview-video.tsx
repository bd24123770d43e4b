import { useRef, useState } from 'react';
import { Flex, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { fileAddress } from '@/api/roots';
import { useApiQuery } from '@/api/use-api-query';
import { findPlayProblem, lacksPicture, PlayProblemAlert, type PlayProblem } from '@/components/play-problem';
import { FailedState } from '@/components/states';
import { CaptionChoice, CaptionTrack, Transcript, useCaptions } from '../player/captions';
import { useSource } from '../player/use-source';
import '../player/player.css';

/** The video as it plays for learners, with its captions. No beat is sent: nothing is counted. */
export function PreviewVideo({ training }: { training: TrainingRow }) {
  const { t } = useTranslation();
  const id = training.training_id;
  const video = useRef<HTMLVideoElement>(null);
  const [problem, setProblem] = useState<PlayProblem | null>(null);
  const preview = { preview: 'true' };
  const link = useApiQuery(`trainings/${id}/video-link`, preview, {
    revision: training.content_revision,
    staleTime: 'static',
    retry: 1,
  });
  const captions = useCaptions(id);
  const failed = () => {
    if (source.fallBack() || !link.data) return;
    void findPlayProblem(fileAddress(link.data.url), video.current?.error ?? null).then(setProblem);
  };
  const source = useSource(video, link.data ?? null, failed);
  const begin = (ms: number) => {
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
          onError={failed}
          onLoadedMetadata={({ currentTarget }) => setProblem(lacksPicture(currentTarget) ? 'format' : null)}
        >
          <CaptionTrack captions={captions} />
        </video>
      </div>
      {problem && (
        <PlayProblemAlert
          problem={problem}
          codec={training.video_codec}
          retry={() => void link.refetch().then(() => video.current?.load())}
        />
      )}
      <div>
        <CaptionChoice captions={captions} />
      </div>
      <Transcript captions={captions} go={begin} />
    </Flex>
  );
}
