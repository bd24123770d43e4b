import { useEffect, useState } from 'react';
import { Alert, Button, Form, Input } from 'antd';
import { SendOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import type { Me } from '@contract/account-answers';
import { http } from '@/api/http';
import { Refused } from '@/components/refused';
import { useSending } from '@/crud/form/sending';
import { useFormDraft } from '@/crud/form/form-draft';

interface Values {
  subject: string;
  message: string;
}

/** Contact us: reaches platform staff, who read what others wrote from here. */
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
  // One for each message: a second click, or a try after a lost answer, sends nothing twice.
  const [key, setKey] = useState(newKey);
  // Who comes from another part of the settings has a subject already (a change of plan).
  const subject = useSearchParams()[0].get('subject');
  useEffect(() => {
    form.setFieldsValue({ ...draft.kept, ...(subject && { subject }) });
  }, [subject, form, draft.kept]);

  const { sending, send, refusal } = useSending(form, {
    send: async (values) => {
      setSent(false);
      await http.post('/api/support-messages', values, { headers: { 'Idempotency-Key': key } });
      draft.drop();
      form.resetFields();
      setSent(true);
      setKey(newKey());
    },
    // An answer was given: what is mended is another message.
    refused: ({ statusCode }) => void (statusCode !== 0 && setKey(newKey())),
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
        draft.keep();
      }}
    >
      <Refused refusal={refusal} />
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

/** `crypto.randomUUID` is missing where the page came without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
