import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MessageDialog, type Message } from '@/components/message-dialog';
import { refusalWords } from '@/api/refusal-words';
import { signedCall } from '@/api/signed-call';
import { useRecordForm, type Versioned } from '@/crud/form/record-form';
import { RecordNotes, RecordPage } from '@/crud/show/record-page';
import { AuthFrame } from '@/features/auth/auth-frame';
import { COMPANY, CustomerForm, focusNext, payloadOf, type Values } from './customer-form';
import { useEmailCheck } from './email-check';

type Company = Values & Versioned & { confirmation_sent_to?: string | null };

const addressOf = (id: string): string => `/api/customers/${encodeURIComponent(id)}`;
const readCompany = async (id: string): Promise<Company> => ({
  ...(await signedCall<Company>('GET', addressOf(id))),
  c_password: '',
});

/** The form prefilled with the customer's row; Update saves it and leads to /customer-list. */
export function EditCustomer({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t('registration.edit_title')} text={t('registration.edit_text')} wide>
      <RecordPage
        key={id}
        read={() => readCompany(id)}
        failed={(error, again) => (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={refusalWords(t, error)}
            action={<Button onClick={again}>{t('shell.retry')}</Button>}
          />
        )}
      >
        {(company) => <CompanyForm id={id} company={company} />}
      </RecordPage>
    </AuthFrame>
  );
}

function CompanyForm({ id, company }: { id: string; company: Company }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [message, setMessage] = useState<Message | null>(null);
  const typedEmail = () => form.getFieldValue('email_primary')?.trim() ?? '';
  /** What a dialog leads back to. */
  const again = () => focusNext(form);
  const checkEmail = useEmailCheck(form, () => record.filled.email_primary);

  const record = useRecordForm(form, {
    name: 'customers',
    id,
    record: company,
    reload: () => readCompany(id),
    fields: COMPANY,
    label: (name) => t(`registration.${name}`),
    save: async (version) => {
      const valid = await form.validateFields().then(
        () => true,
        () => false,
      );
      const taken = await checkEmail(typedEmail());
      if (taken) return setMessage({ kind: 'info', text: taken, then: again });
      if (!valid) return setMessage({ kind: 'info', text: t('registration.form_invalid'), then: again });
      const { c_password, ...typed } = payloadOf(form.getFieldsValue());
      // The account's password is no company data; saving the rest and keeping silent about it would mislead.
      if (c_password) return setMessage({ kind: 'info', text: t('registration.password_elsewhere'), then: again });
      const saved = await signedCall<Company>('PATCH', addressOf(id), { ...typed, ...version });
      const email = saved.confirmation_sent_to;
      const note = email ? t('registration.updated_to_confirm', { email }) : undefined;
      const then = () => void navigate('/customer-list');
      setMessage({ kind: 'success', text: t('registration.updated'), note, then });
      return saved;
    },
    refused: (error) => {
      setMessage({ kind: 'error', text: refusalWords(t, error), then: again });
      return true;
    },
  });

  return (
    <>
      <div className="sg-reg-notes sg-stack sg-gap-8">
        <RecordNotes {...record} />
      </div>
      <CustomerForm
        {...record.formProps}
        editing
        busy={record.sending}
        submitLabel={t('registration.update')}
        onEmailBlur={() =>
          void checkEmail(typedEmail()).then(
            (taken) => taken && setMessage({ kind: 'info', text: taken, then: again }),
            // On submit the same check is made again and its failure is told.
            () => undefined,
          )
        }
      />
      {record.conflict}
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </>
  );
}
