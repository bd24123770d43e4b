import { Button, Form, Spin } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MessageDialog, type Message } from '../../app/layout/message-dialog';
import { call } from '../../app/session/auth-api';
import { refusalWords } from '../../app/session/refusal-words';
import { fresh } from '../../app/session/session';
import { AuthFrame } from '../auth/auth-frame';
import { CustomerForm, payloadOf, showFieldErrors, type Values } from './customer-form';

/** The form prefilled with the customer's row; Update saves it and leads to /customer-list. */
export function EditCustomer({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [state, setState] = useState<'loading' | 'here' | { why: string }>('loading');
  const [message, setMessage] = useState<Message | null>(null);
  const [busy, setBusy] = useState(false);
  // Sent back, so that a change made meanwhile by somebody else is not overwritten unseen.
  const version = useRef<number | undefined>(undefined);
  const path = `/api/customers/${encodeURIComponent(id)}`;

  const load = useCallback(async () => {
    setState('loading');
    try {
      await fresh();
      const { body } = await call<Values & { row_version?: number }>('GET', path, undefined, { signed: true });
      version.current = body.row_version;
      form.setFieldsValue({ ...body, c_password: '' });
      setState('here');
    } catch (error) {
      setState({ why: refusalWords(t, error) });
    }
  }, [path]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => void load(), [load]);

  const submit = async () => {
    const valid = await form.validateFields().then(
      () => true,
      () => false,
    );
    if (!valid) return setMessage({ kind: 'info', text: t('registration.form_invalid') });
    setBusy(true);
    try {
      const { c_password, c_user_name: _fixed, ...contact } = payloadOf(form.getFieldsValue());
      // The account's password is no company data; saving the rest and keeping silent about it would mislead.
      if (c_password) return setMessage({ kind: 'info', text: t('registration.password_elsewhere') });
      await fresh();
      await call('PATCH', path, { ...contact, row_version: version.current }, { signed: true });
      const then = () => void navigate('/customer-list');
      setMessage({ kind: 'success', text: t('registration.updated'), then });
    } catch (error) {
      showFieldErrors(form, error);
      setMessage({ kind: 'error', text: refusalWords(t, error) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <AuthFrame title={t('registration.edit_title')} text={t('registration.edit_text')} wide>
      {typeof state === 'object' && (
        <div className="sg-reg-failed" role="alert">
          <span>{state.why}</span>
          <Button onClick={() => void load()}>{t('shell.retry')}</Button>
        </div>
      )}
      {state === 'loading' && <Spin />}
      <div hidden={state !== 'here'}>
        <CustomerForm
          form={form}
          editing
          busy={busy}
          submitLabel={t('registration.update')}
          onSubmit={() => void submit()}
        />
      </div>
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </AuthFrame>
  );
}
