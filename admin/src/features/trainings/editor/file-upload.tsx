import { useState } from 'react';
import { Alert, Button, Card, Flex, Progress, Upload } from 'antd';
import { InboxOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { useNotification } from '@refinedev/core';
import type { UploadAnswer } from '@contract/training-answers';
import { formatMegabytes, formatShare, MEGABYTE } from '@/components/format';
import { useLeaveGuard } from '@/components/leave-guard';
import { useErrorWords } from '@/components/words';
import { clockOf } from '../durations';
import { doneBytes } from './upload-parts';
import { useUpload, type UploadState } from './use-upload';

/** What is taken, and what is said of it. */
export interface UploadKind {
  types: readonly string[];
  limit: number;
  /** Keys of texts. */
  words: Readonly<Record<'drop' | 'rules' | 'wrong' | 'large' | 'reading' | 'kept', string>>;
  /** A prefix of texts. */
  leave: string;
}

export const VIDEO: UploadKind = {
  types: ['video/mp4', 'video/webm'],
  limit: 2 * 1024 ** 3,
  words: {
    drop: 'trainings.upload.drop',
    rules: 'trainings.upload.rules',
    wrong: 'trainings.upload.not_a_video',
    large: 'trainings.upload.too_large',
    reading: 'trainings.upload.reading',
    kept: 'trainings.upload.kept',
  },
  leave: 'trainings.upload.leave',
};

/**
 * A file of this machine: dropped or chosen, sent with its progress, stopped and begun again.
 * @param chooseVideoKind called before a file is sent: whether it shows the same film as before; null: it is not sent
 */
export function FileUpload(props: {
  row: TrainingRow;
  kind: UploadKind;
  chooseVideoKind?: () => Promise<boolean | null>;
}) {
  const { row, kind, chooseVideoKind } = props;
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const { state, send, stop, forget, unfinished, discard } = useUpload(row.id);
  const under_way = state.step === 'sending' || state.step === 'reading';
  const { dialog } = useLeaveGuard(under_way, stop, kind.leave);
  async function upload(file: File): Promise<void> {
    try {
      const isSameVideo = chooseVideoKind ? await chooseVideoKind() : false;
      if (isSameVideo !== null) await send(file, isSameVideo);
    } catch (error) {
      notify?.({ type: 'error', message: errorWords(error) });
    }
  }
  return (
    <Flex vertical gap={12} className="sg-whole">
      {state.step === 'idle' && unfinished && <Unfinished upload={unfinished} discard={discard} />}
      {under_way ? (
        <Sending state={state} stop={stop} kind={kind} />
      ) : (
        <DropZone kind={kind} take={(file) => void upload(file)} />
      )}
      {state.step === 'stopped' && (
        <Stopped state={state} again={() => void send(state.file, state.isSameVideo)} forget={forget} kind={kind} />
      )}
      {dialog}
    </Flex>
  );
}

function DropZone({ take, kind }: { take: (file: File) => void; kind: UploadKind }) {
  const { types, limit, words } = kind;
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<string | null>(null);
  const accepts = (file: File): boolean => {
    const why = !types.includes(file.type) ? words.wrong : file.size > limit ? words.large : null;
    setRefusal(why && t(why, { name: file.name }));
    return why === null;
  };
  return (
    <>
      <Upload.Dragger
        accept={types.join()}
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
        <p className="ant-upload-text">{t(words.drop)}</p>
        <p className="ant-upload-hint">{t(words.rules)}</p>
      </Upload.Dragger>
      {refusal && <Alert type="error" showIcon role="alert" message={refusal} />}
    </>
  );
}

function useMegabytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => formatMegabytes(bytes / MEGABYTE, i18n.language);
}

function Sending(props: { state: Extract<UploadState, { file: File }>; stop: () => void; kind: UploadKind }) {
  const { state, stop, kind } = props;
  const { t, i18n } = useTranslation();
  const mb = useMegabytes();
  const { file } = state;
  const sent = state.step === 'sending' ? state.sent : file.size;
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100);
  const reading = state.step === 'reading' && t(kind.words.reading);
  /** Heard by quarters: each report of the browser's would talk without a pause. */
  const quarter = (file.size * Math.floor(percent / 25)) / 4;
  return (
    <Card size="small">
      <Flex align="center" justify="space-between" gap={16}>
        <strong className="kit-clip">
          <bdi>{file.name}</bdi>
        </strong>
        <Button onClick={stop}>{t('kit.cancel')}</Button>
      </Flex>
      <Progress
        percent={percent}
        format={(value) => formatShare(value, i18n.language)}
        status="active"
        aria-label={t('trainings.upload.progress', { name: file.name })}
      />
      <p className="sg-number sg-faint" aria-hidden="true">
        {reading || t('trainings.upload.sent', { sent: mb(sent), size: mb(file.size) })}
        {state.step === 'sending' && <TimeLeft state={state} />}
      </p>
      <p className="sg-visually-hidden" role="status">
        {reading || t('trainings.upload.sent', { sent: mb(quarter), size: mb(file.size) })}
      </p>
    </Card>
  );
}

/** Said only once the speed is known well enough to be believed. */
function TimeLeft({ state }: { state: Extract<UploadState, { step: 'sending' }> }) {
  const { t } = useTranslation();
  const spent = Date.now() - state.startedAt;
  const sent = state.sent - state.startedWith;
  if (spent < 2000 || sent <= 0) return null;
  return <> · {t('trainings.upload.left', { time: clockOf((spent / sent) * (state.file.size - state.sent)) })}</>;
}

/** Begun before, here or elsewhere: only its owner has the file, so it has to be chosen again. */
function Unfinished({ upload, discard }: { upload: UploadAnswer; discard: (id: string) => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const { open: notify } = useNotification();
  const percent = (doneBytes(upload) / upload.bytes) * 100;
  return (
    <Alert
      type="info"
      showIcon
      message={t('trainings.upload.unfinished', {
        name: upload.name,
        percent: formatShare(percent, i18n.language),
      })}
      description={t('trainings.upload.choose_again')}
      action={
        <Button
          size="small"
          onClick={() =>
            void discard(upload.upload_id).catch((error: unknown) =>
              notify?.({ type: 'error', message: errorWords(error) }),
            )
          }
        >
          {t('trainings.upload.discard')}
        </Button>
      }
    />
  );
}

function Stopped(props: {
  state: Extract<UploadState, { step: 'stopped' }>;
  again: () => void;
  forget: () => void;
  kind: UploadKind;
}) {
  const { state, again, forget, kind } = props;
  const { t, i18n } = useTranslation();
  const errorWords = useErrorWords();
  const percent = state.file.size === 0 ? 0 : (state.sent / state.file.size) * 100;
  return (
    <Alert
      type={state.error ? 'error' : 'info'}
      showIcon
      role="alert"
      message={
        state.error
          ? errorWords(state.error)
          : t('trainings.upload.stopped', { percent: formatShare(percent, i18n.language) })
      }
      description={t(kind.words.kept, { name: state.file.name })}
      action={
        <Flex vertical gap={4} component="span">
          <Button size="small" type="primary" onClick={again}>
            {t('trainings.upload.again')}
          </Button>
          <Button size="small" type="text" onClick={forget}>
            {t('kit.close')}
          </Button>
        </Flex>
      }
    />
  );
}
