import { useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { DOCUMENT_TEXT_MAX } from '@contract/document-sections';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { useLeaveGuard } from '@/components/leave-guard';
import { WritePreview } from '@/components/markdown/write-preview';
import { useSubmit } from '@/components/use-submit';

/** Markdown editor; saving replaces the current document. */
export function DocumentTextForm({ row, text }: { row: TrainingRow; text: string }) {
  const { t } = useTranslation();
  const invalidate = useInvalidate();
  const { open: notify } = useNotification();
  const [draftText, setDraftText] = useState(text);
  const [isEmpty, setEmpty] = useState(false);
  const { busy: isSaving, error, problem: submitProblem, run } = useSubmit();
  const problem = isEmpty ? t('document_media.text.empty') : (error?.errors?.text?.[0] ?? submitProblem);
  const { dialog } = useLeaveGuard(draftText !== text && !isSaving, () => undefined);

  function save(): void {
    setEmpty(draftText.trim() === '');
    if (draftText.trim() === '') return;
    void run(async () => {
      await http.put(`/api/trainings/${row.id}/document`, { text: draftText });
      await invalidate({ resource: 'trainings', invalidates: ['resourceAll'] });
      notify?.({ type: 'success', message: t('document_media.text.saved') });
    });
  }

  return (
    <Form layout="vertical" className="sg-whole" onFinish={save}>
      <Form.Item label={t('document_media.text.label')} htmlFor="document-text" extra={t('document_media.text.help')}>
        <WritePreview source={draftText}>
          <Input.TextArea
            id="document-text"
            value={draftText}
            maxLength={DOCUMENT_TEXT_MAX}
            autoSize={{ minRows: 10, maxRows: 24 }}
            dir="auto"
            aria-invalid={problem !== null}
            onChange={(event) => setDraftText(event.target.value)}
          />
        </WritePreview>
      </Form.Item>
      {problem && <Alert className="kit-banner" type="error" showIcon role="alert" message={problem} />}
      <Button type="primary" htmlType="submit" loading={isSaving}>
        {t('document_media.text.save')}
      </Button>
      {dialog}
    </Form>
  );
}
