import { useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useInvalidate, useUpdate, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { trainings, type TrainingRow } from '@contract/trainings.resource';
import { ConflictDialog } from '@/crud/form/conflict-dialog';
import { refusalOf } from '@/crud/form/form-rules';
import { useSubmit } from '@/components/use-submit';
import { videoLength } from './video-length';

const field = trainings.fields.source_url;

/**
 * An https address of the organisation's own. Its length is read by this browser, which thereby proves that it plays.
 * @param chooseVideoKind whether another address shows the same film as before; null: it is not saved
 */
export function OwnAddress({
  row,
  chooseVideoKind,
}: {
  row: TrainingRow;
  chooseVideoKind: () => Promise<boolean | null>;
}) {
  const { t } = useTranslation();
  const [address, setAddress] = useState(row.source_url ?? '');
  const invalidate = useInvalidate();
  const { busy: checking, error, problem: refused, run, clear } = useSubmit();
  const [unfit, setUnfit] = useState<string | null>(null);
  const { mutateAsync } = useUpdate<TrainingRow, HttpError>();
  const isStale = error?.statusCode === 412;
  const problem = unfit ?? (isStale ? null : (error?.errors?.source_url?.[0] ?? refused));

  async function save(overwrite = false): Promise<void> {
    const typed = address.trim();
    const refusal = refusalOf({ ...field, required: true }, typed, 'change');
    if (refusal) return setUnfit(t(refusal.key, { ...refusal.facts }));
    if (!typed.startsWith('https://')) return setUnfit(t('trainings.address.https'));
    setUnfit(null);
    await run(async () => {
      const lengthOrProblem = await videoLength(typed);
      if (typeof lengthOrProblem === 'string') {
        const isNamed = lengthOrProblem === 'format' || lengthOrProblem === 'offline';
        return setUnfit(t(isNamed ? `kit.play.${lengthOrProblem}` : 'trainings.address.unplayable'));
      }
      const same_video = typed === row.source_url ? true : await chooseVideoKind();
      if (same_video === null) return;
      await mutateAsync({
        resource: 'trainings',
        id: row.id,
        values: {
          source_url: typed,
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
          value={address}
          placeholder={String(field.example ?? '')}
          aria-invalid={problem !== null}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Form.Item>
      {checking && (
        <Alert className="kit-banner" type="info" showIcon message={t('trainings.address.checking')} role="status" />
      )}
      <Button type="primary" htmlType="submit" loading={checking}>
        {t('trainings.address.use')}
      </Button>
      <ConflictDialog
        open={isStale}
        onCancel={clear}
        onReview={() => {
          // What was typed stays in the field; what they saved shows around it.
          clear();
          void invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
        }}
        onOverwrite={() => void save(true)}
      />
    </Form>
  );
}
