import { useState } from 'react';
import { Descriptions, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { VideoProgressSummary } from '@contract/training.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { apiGet } from '@/api/api-get';
import { formatCount } from '@/components/format';

/** `isSameVideo`; null: cancelled. */
type SameVideoChoice = boolean | null;
interface PendingChoice {
  summary: VideoProgressSummary;
  resolve: (choice: SameVideoChoice) => void;
}

/** Asks whether the replacement of a video with learner progress shows the same content. */
export function useReplaceVideo(row: TrainingRow) {
  const [pending, setPending] = useState<PendingChoice | null>(null);

  /** Opens the dialog only if the video has progress. Rejects with `ApiError`. */
  async function chooseVideoKind(): Promise<SameVideoChoice> {
    if (!row.video_provider) return false;
    const summary = await apiGet(`trainings/${row.id}/video-progress-summary`);
    if (summary.in_progress + summary.watched + summary.completed === 0) return false;
    return new Promise((resolve) => setPending({ summary, resolve }));
  }

  const close = (choice: SameVideoChoice) => {
    pending?.resolve(choice);
    setPending(null);
  };
  return { chooseVideoKind, dialog: pending && <ReplaceVideoDialog summary={pending.summary} close={close} /> };
}

function ReplaceVideoDialog({
  summary,
  close,
}: {
  summary: VideoProgressSummary;
  close: (choice: SameVideoChoice) => void;
}) {
  const { t, i18n } = useTranslation();
  const [isSameVideo, setSameVideo] = useState(false);
  return (
    <Modal
      open
      title={t('replace_video.title')}
      okText={t('replace_video.replace')}
      cancelText={t('kit.cancel')}
      onOk={() => close(isSameVideo)}
      onCancel={() => close(null)}
      width={520}
    >
      <div className="sg-stack sg-gap-16">
        <Descriptions
          size="small"
          column={1}
          bordered
          items={(['in_progress', 'watched', 'completed'] as const).map((key) => ({
            key,
            label: t(`replace_video.${key}`),
            children: <span className="sg-number">{formatCount(summary[key], i18n.language)}</span>,
          }))}
        />
        <Radio.Group
          className="sg-stack sg-gap-12"
          value={isSameVideo}
          onChange={({ target }) => setSameVideo(target.value as boolean)}
        >
          <Radio value={false}>
            <strong>{t('replace_video.other')}</strong>
            <br />
            {t('replace_video.other_text')}
          </Radio>
          <Radio value>
            <strong>{t('replace_video.same')}</strong>
            <br />
            {t('replace_video.same_text')}
          </Radio>
        </Radio.Group>
        <p className="sg-soft">{t('replace_video.completed_text')}</p>
      </div>
    </Modal>
  );
}
