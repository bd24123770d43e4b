import { Alert, Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MessageDialog, type DialogMessage } from '@/components/message-dialog';
import { errorText } from '@/api/error-text';
import { authFetch } from '@/api/auth-fetch';
import { useRecordForm, type Versioned } from '@/crud/form/use-record-form';
import { RecordAlerts, RecordPage } from '@/crud/show/record-page';
import { AuthFrame } from '@/features/auth/auth-frame';
import { COMPANY_FIELDS, CustomerForm, focusFirstError, toPayload, type CustomerFormValues } from './customer-form';
import { useEmailCheck } from './email-check';

type CustomerRecord = CustomerFormValues & Versioned & { confirmation_sent_to?: string | null };

const customerUrl = (id: string): string => `/api/customers/${encodeURIComponent(id)}`;
const fetchCustomer = async (id: string): Promise<CustomerRecord> => ({
  ...(await authFetch<CustomerRecord>('GET', customerUrl(id))),
  c_password: '',
});

/** Edits the customer in the registration form; Update leads to `/customer-list`. */
export function EditCustomer({ id }: { id: string }) {
  const { t } = useTranslation();
  return (
    <AuthFrame title={t('registration.edit_title')} text={t('registration.edit_text')} wide>
      <RecordPage
        key={id}
        read={() => fetchCustomer(id)}
        renderError={(error, retry) => (
          <Alert
            type="error"
            showIcon
            role="alert"
            message={errorText(t, error)}
            action={<Button onClick={retry}>{t('shell.retry')}</Button>}
          />
        )}
      >
        {(customer) => <CustomerEditForm id={id} customer={customer} />}
      </RecordPage>
    </AuthFrame>
  );
}

function CustomerEditForm({ id, customer }: { id: string; customer: CustomerRecord }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<CustomerFormValues>();
  const [message, setMessage] = useState<DialogMessage | null>(null);
  const typedEmail = () => form.getFieldValue('email_primary')?.trim() ?? '';
  const returnToForm = () => focusFirstError(form);
  const checkEmail = useEmailCheck(form, () => record.baseRecord.email_primary);

  const record = useRecordForm(form, {
    name: 'customers',
    id,
    record: customer,
    reload: () => fetchCustomer(id),
    fields: COMPANY_FIELDS,
    label: (name) => t(`registration.${name}`),
    save: async (version) => {
      const isValid = await form.validateFields().then(
        () => true,
        () => false,
      );
      const takenMessage = await checkEmail(typedEmail());
      if (takenMessage) return setMessage({ kind: 'info', text: takenMessage, afterClose: returnToForm });
      if (!isValid) return setMessage({ kind: 'info', text: t('registration.form_invalid'), afterClose: returnToForm });
      const { c_password, ...values } = toPayload(form.getFieldsValue());
      // The password is changed elsewhere; ignoring a typed one silently would mislead.
      if (c_password)
        return setMessage({ kind: 'info', text: t('registration.password_elsewhere'), afterClose: returnToForm });
      const saved = await authFetch<CustomerRecord>('PATCH', customerUrl(id), { ...values, ...version });
      const email = saved.confirmation_sent_to;
      const note = email ? t('registration.updated_to_confirm', { email }) : undefined;
      const openCustomerList = () => void navigate('/customer-list');
      setMessage({ kind: 'success', text: t('registration.updated'), note, afterClose: openCustomerList });
      return saved;
    },
    onError: (error) => {
      setMessage({ kind: 'error', text: errorText(t, error), afterClose: returnToForm });
      return true;
    },
  });

  return (
    <>
      <div className="sg-reg-notes sg-stack sg-gap-8">
        <RecordAlerts {...record} />
      </div>
      <CustomerForm
        {...record.formProps}
        isEditing
        busy={record.sending}
        submitLabel={t('registration.update')}
        onEmailBlur={() =>
          void checkEmail(typedEmail()).then(
            (takenMessage) =>
              takenMessage && setMessage({ kind: 'info', text: takenMessage, afterClose: returnToForm }),
            // Ignored on blur: the check on submit reports the failure.
            () => undefined,
          )
        }
      />
      {record.conflict}
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </>
  );
}
