import { Alert, Button, Form, Spin } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { MessageDialog, type Message } from '../../app/layout/message-dialog';
import { refusalWords } from '@/client/refusal-words';
import { signedCall } from '@/client/signed-call';
import { useSending } from '@/kit/sending';
import { useFormDraft } from '../../kit/form-draft';
import { AuthFrame } from '../auth/auth-frame';
import { CustomerForm, focusNext, payloadOf, type Values } from './customer-form';
import { useEmailCheck } from './email-check';

/** The form prefilled with the customer's row; Update saves it and leads to /customer-list. */
export function EditCustomer({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [state, setState] = useState<'loading' | 'here' | { why: string }>('loading');
  const [message, setMessage] = useState<Message | null>(null);
  // Sent back, so that a change made meanwhile by somebody else is not overwritten unseen.
  const version = useRef<number | undefined>(undefined);
  const read = useRef<Values>({});
  const draft = useFormDraft(form, `customer-${id}`, { without: ['c_password'] });
  const [restored, setRestored] = useState(false);
  const path = `/api/customers/${encodeURIComponent(id)}`;

  const load = useCallback(async () => {
    setState('loading');
    try {
      const body = await signedCall<Values & { row_version?: number }>('GET', path);
      version.current = body.row_version;
      read.current = { ...body, c_password: '' };
      form.setFieldsValue(read.current);
      if (draft.kept && !restored) {
        form.setFieldsValue(draft.kept);
        setRestored(true);
      }
      setState('here');
    } catch (error) {
      setState({ why: refusalWords(t, error) });
    }
  }, [path]); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(() => void load(), [load]);

  const checkEmail = useEmailCheck(form, () => read.current.email_primary);
  const typedEmail = () => form.getFieldValue('email_primary')?.trim() ?? '';
  /** What a dialog leads back to. */
  const again = () => focusNext(form);

  const discard = () => {
    draft.drop();
    setRestored(false);
    form.setFieldsValue(read.current);
  };

  /** Their version, and on top of it what was typed here. */
  const review = async () => {
    const typed = form.getFieldsValue();
    const mine = Object.fromEntries(
      Object.entries(typed).filter(([name, value]) => (value || null) !== (read.current[name as keyof Values] || null)),
    );
    await load();
    form.setFieldsValue(mine);
  };

  const { sending, send, conflict } = useSending(form, {
    review,
    send: async (_, overwrite) => {
      const valid = await form.validateFields().then(
        () => true,
        () => false,
      );
      const taken = await checkEmail(typedEmail());
      if (taken) return setMessage({ kind: 'info', text: taken, then: again });
      if (!valid) return setMessage({ kind: 'info', text: t('registration.form_invalid'), then: again });
      const { c_password, ...company } = payloadOf(form.getFieldsValue());
      // The account's password is no company data; saving the rest and keeping silent about it would mislead.
      if (c_password) return setMessage({ kind: 'info', text: t('registration.password_elsewhere'), then: again });
      const change = { ...company, ...(!overwrite && { row_version: version.current }) };
      const { confirmation_sent_to: email } = await signedCall<{ confirmation_sent_to: string | null }>(
        'PATCH',
        path,
        change,
      );
      draft.drop();
      const then = () => void navigate('/customer-list');
      const note = email ? t('registration.updated_to_confirm', { email }) : undefined;
      setMessage({ kind: 'success', text: t('registration.updated'), note, then });
    },
    refused: (error) => {
      setMessage({ kind: 'error', text: refusalWords(t, error), then: again });
      return true;
    },
  });

  return (
    <AuthFrame title={t('registration.edit_title')} text={t('registration.edit_text')} wide>
      {typeof state === 'object' && (
        <div className="sg-reg-failed sg-row sg-wrap sg-between sg-gap-12 sg-error" role="alert">
          <span>{state.why}</span>
          <Button onClick={() => void load()}>{t('shell.retry')}</Button>
        </div>
      )}
      {state === 'loading' && <Spin />}
      <div hidden={state !== 'here'}>
        {restored && (
          <Alert
            type="info"
            showIcon
            className="sg-reg-draft"
            message={t('kit.form.draft')}
            action={<Button onClick={discard}>{t('kit.leave.discard')}</Button>}
          />
        )}
        <CustomerForm
          form={form}
          editing
          busy={sending}
          submitLabel={t('registration.update')}
          onSubmit={() => send(form.getFieldsValue())}
          onType={() => draft.keep()}
          onEmailBlur={() =>
            void checkEmail(typedEmail()).then(
              (taken) => taken && setMessage({ kind: 'info', text: taken, then: again }),
              // On submit the same check is made again and its failure is told.
              () => undefined,
            )
          }
        />
      </div>
      {conflict}
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </AuthFrame>
  );
}
