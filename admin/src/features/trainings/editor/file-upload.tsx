import { useState } from 'react';
import { Alert, Button, Card, Flex, Progress, Upload } from 'antd';
import { InboxOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { TrainingRow } from '@contract/trainings.resource';
import { useNotification } from '@refinedev/core';
import type { UploadResponse } from '@contract/training.responses';
import { formatMegabytes, formatShare, MEGABYTE } from '@/components/format';
import { useLeaveGuard } from '@/components/leave-guard';
import { useErrorText } from '@/components/resource-labels';
import { formatDuration } from '../durations';
import { countUploadedBytes } from './upload-parts';
import { useUpload, type UploadState } from './use-upload';

/** Allowed file types, size limit and texts of an upload. */
export interface UploadKind {
  types: readonly string[];
  limit: number;
  textKeys: Readonly<Record<'drop' | 'rules' | 'wrong' | 'large' | 'reading' | 'kept', string>>;
  /** Key prefix of the texts of the leave dialog. */
  leaveTextPrefix: string;
}

export const VIDEO: UploadKind = {
  types: ['video/mp4', 'video/webm'],
  limit: 2 * 1024 ** 3,
  textKeys: {
    drop: 'trainings.upload.drop',
    rules: 'trainings.upload.rules',
    wrong: 'trainings.upload.not_a_video',
    large: 'trainings.upload.too_large',
    reading: 'trainings.upload.reading',
    kept: 'trainings.upload.kept',
  },
  leaveTextPrefix: 'trainings.upload.leave',
};

/**
 * Uploads a dropped or chosen file, with progress, cancel and resume.
 * @param chooseVideoKind called before the upload: whether the content is the same as before; null cancels
 */
export function FileUpload(props: {
  row: TrainingRow;
  kind: UploadKind;
  chooseVideoKind?: () => Promise<boolean | null>;
}) {
  const { row, kind, chooseVideoKind } = props;
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const { state, send, stop, reset, unfinished, discard } = useUpload(row.id);
  const isUploading = state.step === 'sending' || state.step === 'reading';
  const { dialog } = useLeaveGuard(isUploading, stop, kind.leaveTextPrefix);
  async function upload(file: File): Promise<void> {
    try {
      const isSameVideo = chooseVideoKind ? await chooseVideoKind() : false;
      if (isSameVideo !== null) await send(file, isSameVideo);
    } catch (error) {
      notify?.({ type: 'error', message: errorText(error) });
    }
  }
  return (
    <Flex vertical gap={12} className="sg-whole">
      {state.step === 'idle' && unfinished && <UnfinishedUpload upload={unfinished} discard={discard} />}
      {isUploading ? (
        <UploadProgress state={state} stop={stop} kind={kind} />
      ) : (
        <DropZone kind={kind} onFile={(file) => void upload(file)} />
      )}
      {state.step === 'stopped' && (
        <UploadStopped
          state={state}
          onRetry={() => void send(state.file, state.isSameVideo)}
          onDismiss={reset}
          kind={kind}
        />
      )}
      {dialog}
    </Flex>
  );
}

function DropZone({ onFile, kind }: { onFile: (file: File) => void; kind: UploadKind }) {
  const { types, limit, textKeys } = kind;
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const validateFile = (file: File): boolean => {
    const problemKey = !types.includes(file.type) ? textKeys.wrong : file.size > limit ? textKeys.large : null;
    setProblem(problemKey && t(problemKey, { name: file.name }));
    return problemKey === null;
  };
  return (
    <>
      <Upload.Dragger
        accept={types.join()}
        showUploadList={false}
        beforeUpload={(file) => {
          if (validateFile(file)) onFile(file);
          // Prevents antd's upload; useUpload sends the file in resumable parts.
          return false;
        }}
        // Reports dropped files that `accept` would ignore silently.
        onDrop={(event) => event.dataTransfer.files[0] && validateFile(event.dataTransfer.files[0])}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined aria-hidden="true" />
        </p>
        <p className="ant-upload-text">{t(textKeys.drop)}</p>
        <p className="ant-upload-hint">{t(textKeys.rules)}</p>
      </Upload.Dragger>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
    </>
  );
}

function useMegabytes(): (bytes: number) => string {
  const { i18n } = useTranslation();
  return (bytes) => formatMegabytes(bytes / MEGABYTE, i18n.language);
}

function UploadProgress(props: { state: Extract<UploadState, { file: File }>; stop: () => void; kind: UploadKind }) {
  const { state, stop, kind } = props;
  const { t, i18n } = useTranslation();
  const formatSize = useMegabytes();
  const { file } = state;
  const sent = state.step === 'sending' ? state.sent : file.size;
  const percent = file.size === 0 ? 0 : Math.floor((sent / file.size) * 100);
  const readingText = state.step === 'reading' && t(kind.textKeys.reading);
  /** Announced in quarters, so that screen readers are not flooded. */
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
        {readingText || t('trainings.upload.sent', { sent: formatSize(sent), size: formatSize(file.size) })}
        {state.step === 'sending' && <TimeLeft state={state} />}
      </p>
      <p className="sg-visually-hidden" role="status">
        {readingText || t('trainings.upload.sent', { sent: formatSize(quarter), size: formatSize(file.size) })}
      </p>
    </Card>
  );
}

/** Shown after two seconds, when the speed estimate is reliable. */
function TimeLeft({ state }: { state: Extract<UploadState, { step: 'sending' }> }) {
  const { t } = useTranslation();
  const elapsedMs = Date.now() - state.startedAt;
  const sent = state.sent - state.startedWith;
  if (elapsedMs < 2000 || sent <= 0) return null;
  return (
    <> · {t('trainings.upload.left', { time: formatDuration((elapsedMs / sent) * (state.file.size - state.sent)) })}</>
  );
}

/** An upload begun earlier or on another machine; the file must be chosen again to resume. */
function UnfinishedUpload({ upload, discard }: { upload: UploadResponse; discard: (id: string) => Promise<void> }) {
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  const { open: notify } = useNotification();
  const percent = (countUploadedBytes(upload) / upload.bytes) * 100;
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
              notify?.({ type: 'error', message: errorText(error) }),
            )
          }
        >
          {t('trainings.upload.discard')}
        </Button>
      }
    />
  );
}

function UploadStopped(props: {
  state: Extract<UploadState, { step: 'stopped' }>;
  onRetry: () => void;
  onDismiss: () => void;
  kind: UploadKind;
}) {
  const { state, onRetry, onDismiss, kind } = props;
  const { t, i18n } = useTranslation();
  const errorText = useErrorText();
  const percent = state.file.size === 0 ? 0 : (state.sent / state.file.size) * 100;
  return (
    <Alert
      type={state.error ? 'error' : 'info'}
      showIcon
      role="alert"
      message={
        state.error
          ? errorText(state.error)
          : t('trainings.upload.stopped', { percent: formatShare(percent, i18n.language) })
      }
      description={t(kind.textKeys.kept, { name: state.file.name })}
      action={
        <Flex vertical gap={4} component="span">
          <Button size="small" type="primary" onClick={onRetry}>
            {t('trainings.upload.again')}
          </Button>
          <Button size="small" type="text" onClick={onDismiss}>
            {t('kit.close')}
          </Button>
        </Flex>
      }
    />
  );
}
