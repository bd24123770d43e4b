import { Alert, Button } from 'antd';
import { useUpdate, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { formatDuration } from '../durations';

/** Shown when the players of learners report another length; corrects it for a video by URL. */
export function ReportedLengthAlert({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const { mutate, mutation } = useUpdate<TrainingRow, HttpError>();
  const { reported_length_ms, video_duration_ms, source_url, row_version } = row;
  if (reported_length_ms === null || video_duration_ms === null) return null;
  const reported = formatDuration(reported_length_ms);
  const correct = () =>
    mutate({
      resource: 'trainings',
      id: row.id,
      values: { source_url, video_duration_ms: reported_length_ms, same_video: true, row_version },
      mutationMode: 'pessimistic',
      successNotification: { type: 'success', message: t('trainings.media.length_corrected') },
      invalidates: ['resourceAll'],
    });
  return (
    <Alert
      className="kit-banner"
      type="warning"
      showIcon
      message={t('trainings.media.reported', { reported, length: formatDuration(video_duration_ms) })}
      action={
        source_url && (
          <Button size="small" loading={mutation.isPending} onClick={correct}>
            {t('trainings.media.use_reported', { reported })}
          </Button>
        )
      }
    />
  );
}
