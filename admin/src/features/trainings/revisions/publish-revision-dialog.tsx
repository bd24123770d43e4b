import { Alert, Form, Input, Modal, Radio } from 'antd';
import { useInvalidate, useNotification } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import { useSubmit } from '@/components/use-submit';
import type { RevisionResponse, RevisionsResponse } from '@contract/revision.responses';
import type { TrainingRow } from '@contract/trainings.resource';
import { http } from '@/api/http';
import { watchJob } from '@/api/watched-jobs';

const NOTE_MAX = 500;

interface RevisionValues {
  note?: string;
  train_again?: boolean;
}

/** Publishes a revision and asks, without a default, whether completed people must train again. */
export function PublishRevisionDialog(props: { row: TrainingRow; revisions: RevisionsResponse; onClose: () => void }) {
  const { row, revisions, onClose } = props;
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const invalidate = useInvalidate();
  const [form] = Form.useForm<RevisionValues>();
  const { busy, problem, run } = useSubmit();
  const { completed, content_revision } = revisions;

  const publish = ({ note, train_again = false }: RevisionValues) =>
    run(async () => {
      const body = { content_revision, train_again, note: note?.trim() || null };
      const { data } = await http.post<RevisionResponse>(`/api/trainings/${row.id}/revisions`, body);
      if (data.job_id) watchJob(data.job_id);
      notify?.({ type: 'success', message: t(data.job_id ? 'revisions.done_again' : 'revisions.done') });
      onClose();
    }).finally(() => invalidate({ resource: 'trainings', id: row.id, invalidates: ['list', 'detail', 'resourceAll'] }));

  return (
    <Modal
      open
      width={520}
      title={t('revisions.title', { name: row.title })}
      okText={t('revisions.action')}
      cancelText={t('kit.cancel')}
      okButtonProps={{ loading: busy }}
      onOk={form.submit}
      onCancel={onClose}
    >
      <div className="kit-form sg-stack sg-gap-16">
        {problem && <Alert type="error" showIcon role="alert" message={problem} />}
        <Form form={form} layout="vertical" onFinish={(values) => void publish(values)}>
          <Form.Item name="note" label={t('revisions.note')} extra={t('revisions.note_help')}>
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={NOTE_MAX} />
          </Form.Item>
          {completed === 0 ? (
            <p className="sg-soft">{t('revisions.nobody')}</p>
          ) : (
            <Form.Item
              name="train_again"
              label={t('revisions.question')}
              rules={[{ required: true, message: t('revisions.required') }]}
            >
              <Radio.Group className="sg-stack sg-gap-8">
                <Radio value={true}>{t('revisions.yes', { count: completed })}</Radio>
                <Radio value={false}>{t('revisions.no')}</Radio>
              </Radio.Group>
            </Form.Item>
          )}
        </Form>
      </div>
    </Modal>
  );
}
