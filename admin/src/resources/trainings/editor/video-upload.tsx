import { useState } from 'react';
import { Alert, Button, Progress, Upload } from 'antd';
import { InboxOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { formatMegabytes, formatPercent } from '@/kit/format';
import { useLeaveGuard } from '@/kit/leave-guard';
import { useErrorWords } from '@/kit/words';
import { clockOf } from '../durations';
import { useUpload, type UploadState } from './use-upload';

const MEGABYTE = 1024 ** 2;
const LIMIT = 2 * 1024 ** 3;

/** A file of this machine: dropped or chosen, sent with its progress, stopped and begun again. */
export function VideoUpload({ row }: { row: TrainingRow }) {
  const { state, send, stop, forget } = useUpload(row.id);
  const under_way = state.step === 'sending' || state.step === 'reading';
  const { dialog } = useLeaveGuard(under_way, stop, 'trainings.upload.leave');
  return (
    <div className="trn-upload">
      {under_way ? <Sending state={state} stop={stop} /> : <DropZone take={(file) => void send(file)} />}
      {state.step === 'stopped' && <Stopped state={state} again={() => void send(state.file)} forget={forget} />}
      {dialog}
    </div>
  );
}

const VIDEOS = ['video/mp4', 'video/webm'];

function DropZone({ take }: { take: (file: File) => void }) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const accepts = (file: File): boolean => {
    const why = !VIDEOS.includes(file.type)
      ? 'trainings.upload.not_a_video'
      : file.size > LIMIT
        ? 'trainings.upload.too_large'
        : null;
    setRefusal(why && t(why, { name: file.name }));
    return why === null;
  };
  return (
    <>
      <Upload.Dragger
        accept={VIDEOS.join()}
        showUploadList={false}
        beforeUpload={(file) => {
          if (accepts(file)) take(file);
          // Sent by us, with what is left of it and a way to stop.
          return false;
        }}
        // What `accept` keeps out is not dropped in silence.
        onDrop={(event) => event.dataTransfer.files[0] && accepts(event.dataTransfer.files[0])}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined aria-hidden="true" />
        </p>
        <p className="ant-upload-text">{t('trainings.upload.drop')}</p>
        <p className="ant-upload-hint">{t('trainings.upload.rules')}</p>
      </Upload.Dragger>
      {refusal && <Alert type="error" showIcon role="alert" message={refusal} />}
    </>
  );
}

function useMegabytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => formatMegabytes(bytes / MEGABYTE, i18n.language);
}

function Sending({ state, stop }: { state: Extract<UploadState, { file: File }>; stop: () => void }) {
  const { t } = useTranslation();
  const mb = useMegabytes();
  const { file } = state;
  const sent = state.step === 'sending' ? state.sent : file.size;
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100);
  return (
    <div className="trn-sending">
      <div className="sg-row sg-between sg-gap-16">
        <strong className="kit-clip">
          <bdi>{file.name}</bdi>
        </strong>
        <Button onClick={stop}>{t('kit.cancel')}</Button>
      </div>
      <Progress percent={percent} status="active" aria-label={t('trainings.upload.progress', { name: file.name })} />
      <p className="sg-number sg-faint" role="status">
        {state.step === 'reading'
          ? t('trainings.upload.reading')
          : t('trainings.upload.sent', { sent: mb(sent), size: mb(file.size) })}
        {state.step === 'sending' && <TimeLeft sent={sent} size={file.size} startedAt={state.startedAt} />}
      </p>
    </div>
  );
}

/** Said only once the speed is known well enough to be believed. */
function TimeLeft({ sent, size, startedAt }: { sent: number; size: number; startedAt: number }) {
  const { t } = useTranslation();
  const spent = Date.now() - startedAt;
  if (spent < 2000 || sent === 0) return null;
  return <> · {t('trainings.upload.left', { time: clockOf((spent / sent) * (size - sent)) })}</>;
}

function Stopped(props: { state: Extract<UploadState, { step: 'stopped' }>; again: () => void; forget: () => void }) {
  const { state, again, forget } = props;
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const percent = state.file.size === 0 ? 0 : Math.floor((state.sent / state.file.size) * 100);
  return (
    <Alert
      type={state.error ? 'error' : 'info'}
      showIcon
      role="alert"
      message={
        state.error
          ? errorWords(state.error)
          : t('trainings.upload.stopped', { percent: formatPercent(percent, i18n.language) })
      }
      description={t('trainings.upload.nothing_kept', { name: state.file.name })}
      action={
        <span className="sg-stack sg-gap-4">
          <Button size="small" type="primary" onClick={again}>
            {t('trainings.upload.again')}
          </Button>
          <Button size="small" type="text" onClick={forget}>
            {t('kit.close')}
          </Button>
        </span>
      }
    />
  );
}
