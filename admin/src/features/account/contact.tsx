import { useEffect, useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { SendOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Me } from '@contract/account.responses';
import { http } from '@/api/http';
import { ErrorAlert } from '@/components/error-alert';
import { useFormSubmit } from '@/crud/form/use-form-submit';
import { useFormDraft } from '@/crud/form/use-form-draft';

interface Values {
  subject: string;
  message: string;
}

/** Sends a message to platform staff. Platform staff get a link to the received messages. */
export function Contact({ me }: { me: Me }) {
  const { t } = useTranslation();
  return (
    <>
      {me.kind === 'platform' && <Link to="/support-messages">{t('settings.contact.read')}</Link>}
      <p>{t('settings.contact.text', { email: me.email })}</p>
      <ContactForm />
    </>
  );
}

function ContactForm() {
  const { t } = useTranslation();
  const [form] = Form.useForm<Values>();
  const draft = useFormDraft(form, 'contact');
  const [sent, setSent] = useState(false);
  // One key per message: a retry does not send it twice.
  const [idempotencyKey, setIdempotencyKey] = useState(createIdempotencyKey);
  // Links from other settings preset the subject (change of plan).
  const subject = useSearchParams()[0].get('subject');
  useEffect(() => {
    form.setFieldsValue({ ...draft.restored, ...(subject && { subject }) });
  }, [subject, form, draft.restored]);

  const { sending, send, refusal } = useFormSubmit(form, {
    send: async (values) => {
      setSent(false);
      await http.post('/api/support-messages', values, { headers: { 'Idempotency-Key': idempotencyKey } });
      draft.discard();
      form.resetFields();
      setSent(true);
      setIdempotencyKey(createIdempotencyKey());
    },
    // After a response, a changed message is a new one.
    onError: ({ statusCode }) => void (statusCode !== 0 && setIdempotencyKey(createIdempotencyKey())),
  });

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="sg-whole"
      onFinish={send}
      onValuesChange={() => {
        setSent(false);
        draft.save();
      }}
    >
      <ErrorAlert refusal={refusal} />
      {sent && <Alert type="success" showIcon role="status" message={t('settings.contact.sent')} />}
      <Form.Item
        name="subject"
        label={t('settings.contact.subject')}
        rules={[{ required: true, whitespace: true, message: t('settings.contact.subject_needed') }]}
      >
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item
        name="message"
        label={t('settings.contact.message')}
        extra={t('settings.contact.message_help')}
        rules={[{ required: true, whitespace: true, message: t('settings.contact.message_needed') }]}
      >
        <Input.TextArea maxLength={5000} autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
      <Button type="primary" htmlType="submit" icon={<SendOutlined />} loading={sending}>
        {t('settings.contact.send')}
      </Button>
    </Form>
  );
}

/** `crypto.randomUUID` is missing on pages without TLS. */
const createIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
