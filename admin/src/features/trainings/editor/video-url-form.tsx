import { useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useInvalidate, useUpdate, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { trainings, type TrainingRow } from '@contract/trainings.resource';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { validateField } from '@/crud/form/form-rules';
import { useSubmit } from '@/components/use-submit';
import { measureVideoLength } from './measure-video-length';

const urlField = trainings.fields.source_url;

/**
 * Video by https URL. The browser measures its length, which also proves that it plays.
 * @param chooseVideoKind whether another URL shows the same content as before; null cancels
 */
export function VideoUrlForm({
  row,
  chooseVideoKind,
}: {
  row: TrainingRow;
  chooseVideoKind: () => Promise<boolean | null>;
}) {
  const { t } = useTranslation();
  const [url, setUrl] = useState(row.source_url ?? '');
  const invalidate = useInvalidate();
  const { busy: isChecking, error, problem: submitProblem, run, clear } = useSubmit();
  const [validationMessage, setValidationMessage] = useState<string | null>(null);
  const { mutateAsync } = useUpdate<TrainingRow, HttpError>();
  const isStale = error?.statusCode === 412;
  const problem = validationMessage ?? (isStale ? null : (error?.errors?.source_url?.[0] ?? submitProblem));

  async function save(overwrite = false): Promise<void> {
    const trimmedUrl = url.trim();
    const issue = validateField({ ...urlField, required: true }, trimmedUrl, 'change');
    if (issue) return setValidationMessage(t(issue.key, { ...issue.facts }));
    if (!trimmedUrl.startsWith('https://')) return setValidationMessage(t('trainings.address.https'));
    setValidationMessage(null);
    await run(async () => {
      const lengthOrProblem = await measureVideoLength(trimmedUrl);
      if (typeof lengthOrProblem === 'string') {
        const isNamed = lengthOrProblem === 'format' || lengthOrProblem === 'offline';
        return setValidationMessage(t(isNamed ? `kit.play.${lengthOrProblem}` : 'trainings.address.unplayable'));
      }
      const same_video = trimmedUrl === row.source_url ? true : await chooseVideoKind();
      if (same_video === null) return;
      await mutateAsync({
        resource: 'trainings',
        id: row.id,
        values: {
          source_url: trimmedUrl,
          video_duration_ms: lengthOrProblem,
          same_video,
          ...(!overwrite && { row_version: row.row_version }),
        },
        mutationMode: 'pessimistic',
        errorNotification: false,
        successNotification: { type: 'success', message: t('trainings.address.saved') },
        invalidates: ['resourceAll'],
      });
    });
  }

  return (
    <Form layout="vertical" className="sg-whole" onFinish={() => void save()}>
      <Form.Item
        label={t('trainings.fields.source_url')}
        htmlFor="own-address"
        extra={t('trainings.help.source_url')}
        {...(problem && { validateStatus: 'error' as const, help: problem })}
      >
        <Input
          id="own-address"
          type="url"
          dir="ltr"
          value={url}
          placeholder={String(urlField.example ?? '')}
          aria-invalid={problem !== null}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Form.Item>
      {isChecking && (
        <Alert className="kit-banner" type="info" showIcon message={t('trainings.address.checking')} role="status" />
      )}
      <Button type="primary" htmlType="submit" loading={isChecking}>
        {t('trainings.address.use')}
      </Button>
      <ConflictDialog
        open={isStale}
        onCancel={clear}
        onReview={() => {
          // The typed URL stays in the field.
          clear();
          void invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
        }}
        onOverwrite={() => void save(true)}
      />
    </Form>
  );
}
