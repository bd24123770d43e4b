import { useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useUpdate, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { trainings, type TrainingRow } from '@contract/trainings.resource';
import type { ApiError } from '@/app/providers/http';
import { refusalOf } from '@/kit/form-rules';
import { useErrorWords } from '@/kit/words';
import { videoLength } from './video-length';

const field = trainings.fields.source_url;

/** An https address of the organisation's own. Its length is read by this browser, which thereby proves that it plays. */
export function OwnAddress({ row }: { row: TrainingRow }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const [address, setAddress] = useState(row.source_url ?? '');
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { mutateAsync } = useUpdate<TrainingRow, HttpError>();

  async function save(): Promise<void> {
    const typed = address.trim();
    const refusal = refusalOf({ ...field, required: true }, typed, 'change');
    if (refusal) return setProblem(t(refusal.key, { ...refusal.facts }));
    if (!typed.startsWith('https://')) return setProblem(t('trainings.address.https'));
    setChecking(true);
    setProblem(null);
    try {
      const video_duration_ms = await videoLength(typed);
      if (video_duration_ms === null) return setProblem(t('trainings.address.unplayable'));
      await mutateAsync({
        resource: 'trainings',
        id: row.id,
        values: { source_url: typed, video_duration_ms },
        mutationMode: 'pessimistic',
        meta: { definition: trainings, original: row },
        errorNotification: false,
        successNotification: { type: 'success', message: t('trainings.address.saved') },
        invalidates: ['resourceAll'],
      });
    } catch (error) {
      const { errors } = error as ApiError;
      setProblem(errors?.source_url?.[0] ?? errorWords(error));
    } finally {
      setChecking(false);
    }
  }

  return (
    <Form layout="vertical" className="trn-address" onFinish={() => void save()}>
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
          value={address}
          placeholder={String(field.example ?? '')}
          aria-invalid={problem !== null}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Form.Item>
      {checking && <Alert type="info" showIcon message={t('trainings.address.checking')} role="status" />}
      <Button type="primary" htmlType="submit" loading={checking}>
        {t('trainings.address.use')}
      </Button>
    </Form>
  );
}
