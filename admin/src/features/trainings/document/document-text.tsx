import { useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_TEXT_MAX } from '@contract/document-sections';
import type { TrainingRow } from '@contract/trainings.resource';
import type { ApiError } from '@/api/api-error';
import { http } from '@/api/http';
import { useLeaveGuard } from '@/components/leave-guard';
import { WritePreview } from '@/components/markdown/write-preview';
import { useErrorWords } from '@/components/words';

/** A text of ours; saved, it takes the place of what was there to read. */
export function DocumentText({ row, text }: { row: TrainingRow; text: string }) {
  const { t } = useTranslation();
  const errorWords = useErrorWords();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const [typed, setTyped] = useState(text);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const { dialog } = useLeaveGuard(typed !== text && !saving, () => undefined);

  async function save(): Promise<void> {
    if (typed.trim() === '') return setProblem(t('document_media.text.empty'));
    setProblem(null);
    setSaving(true);
    try {
      await http.put(`/api/trainings/${row.id}/document`, { text: typed });
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      notify?.({ type: 'success', message: t('document_media.text.saved') });
    } catch (error) {
      setProblem((error as ApiError).errors?.text?.[0] ?? errorWords(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <Form layout="vertical" className="trn-address" onFinish={() => void save()}>
      <Form.Item label={t('document_media.text.label')} htmlFor="document-text" extra={t('document_media.text.help')}>
        <WritePreview source={typed}>
          <Input.TextArea
            id="document-text"
            value={typed}
            maxLength={DOCUMENT_TEXT_MAX}
            autoSize={{ minRows: 10, maxRows: 24 }}
            dir="auto"
            aria-invalid={problem !== null}
            onChange={(event) => setTyped(event.target.value)}
          />
        </WritePreview>
      </Form.Item>
      {problem && <Alert type="error" showIcon role="alert" message={problem} />}
      <Button type="primary" htmlType="submit" loading={saving}>
        {t('document_media.text.save')}
      </Button>
      {dialog}
    </Form>
  );
}
