import { Form } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { CodeSent } from '@contract/account-answers';
import { MessageDialog, type Message } from '@/components/message-dialog';
import { authApi } from '@/api/auth-api';
import { ApiError } from '@/api/api-error';
import { refusalWords } from '@/api/refusal-words';
import { login, signedIn } from '@/api/session';
import { useRequest } from '@/components/use-request';
import { useFormDraft } from '@/crud/form/form-draft';
import { AuthFrame } from '@/features/auth/auth-frame';
import { CustomerForm, focusNext, payloadOf, showFieldErrors, type Values } from './customer-form';
import { EditCustomer } from './edit-customer';
import { useEmailCheck } from './email-check';
import { OtpDialog } from './otp-dialog';
import { Packages, type PackagesState } from './packages';
import './registration.css';

/** With `?Editdata={customer_id}` the same form changes the customer (specification §2, registration). */
export function RegistrationPage() {
  const [params] = useSearchParams();
  const editing = params.get('Editdata');
  if (editing && !signedIn())
    return <Navigate replace to={`/auth/login?to=${encodeURIComponent(`/registration?Editdata=${editing}`)}`} />;
  return editing ? <EditCustomer id={editing} /> : <Register />;
}

/**
 * One call makes the organisation and its subscription. What it says of the form is the first step's (an info dialog); of
 * the package, or that nothing could be saved at all, the second's: an error (specification §8, subscriber save failure).
 */
const isOfSecondStep = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.statusCode === 0 ||
  error.statusCode >= 500 ||
  error.errors.subscription_id !== undefined;

interface Draft extends Values {
  subscription_id?: string | null;
}

/** The specification's sections and texts; the order of the checks is in `submit`. */
function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Draft>();
  const [offered, setOffered] = useState<PackagesState>({ is: 'loading' });
  const draft = useFormDraft<Draft>(form, 'registration', { without: ['c_password'], visitor: true });
  const [chosen, setChosen] = useState<string | null>(draft.kept?.subscription_id ?? null);
  const [message, setMessage] = useState<Message | null>(null);
  const checking = useRequest((error) => {
    showFieldErrors(form, error);
    const isOfForm = error instanceof ApiError && error.errors.c_password !== undefined;
    setMessage({ kind: isOfForm ? 'info' : 'error', text: refusalWords(t, error), then });
  });
  // The server's message; the dialog closes and the form stays as it is (specification §8).
  const verifying = useRequest((error) => setMessage({ kind: 'error', text: refusalWords(t, error), then }));
  const [challenge, setChallenge] = useState<CodeSent | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const checkEmail = useEmailCheck(form);
  // The ticket a right code gave: good for this e-mail, so that a refused registration needs no second code.
  const ticket = useRef<{ email: string; token: string } | null>(null);

  const loadPackages = useCallback(() => {
    setOffered({ is: 'loading' });
    authApi.packages().then(
      ({ body }) => {
        setOffered({ is: 'here', packages: body });
        // What was chosen before may be on offer no longer.
        setChosen((id) => (body.some(({ subscription_id }) => String(subscription_id) === id) ? id : null));
      },
      (error: unknown) => setOffered({ is: 'failed', why: refusalWords(t, error) }),
    );
    // The texts may change while the page is open; the packages are fetched once.
  }, []); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(loadPackages, [loadPackages]);
  const choose = (id: string) => {
    setChosen(id);
    draft.keep({ subscription_id: id });
  };

  /** What a dialog leads back to. */
  const then = () => focusNext(form);
  const email = () => form.getFieldValue('email_primary')?.trim() ?? '';

  const requestCode = async (): Promise<CodeSent> => {
    const { c_password, c_user_name, customer_name, primary_contact_person } = payloadOf(form.getFieldsValue());
    const checked = { c_password, c_user_name, customer_name, primary_contact_person };
    return (await authApi.challenge(email(), checked)).body;
  };

  const submit = () =>
    checking.run(async () => {
      const valid = await form.validateFields().then(
        () => true,
        () => false,
      );
      const taken = await checkEmail(email());
      if (taken) return setMessage({ kind: 'info', text: taken, then });
      if (!chosen) return setMessage({ kind: 'info', text: t('registration.package_required') });
      if (!valid) return setMessage({ kind: 'info', text: t('registration.form_invalid'), then });
      const held = ticket.current;
      if (held && held.email === email() && (await register(held.token))) return;
      setNotice(null);
      setChallenge(await requestCode());
    });

  const verify = async (otp: string) => {
    if (!challenge) return;
    await verifying.run(async () => {
      const { body } = await authApi.verify(challenge.challenge, otp);
      ticket.current = { email: email(), token: body.registration_token };
      if (!(await register(body.registration_token)))
        setMessage({ kind: 'error', text: t('registration.ticket_dead'), then });
    });
    setChallenge(null);
  };

  const resend = async () => {
    setNotice(null);
    try {
      setChallenge(await requestCode());
    } catch (error) {
      // A throttled send changes nothing: the last code stays good.
      setNotice(refusalWords(t, error));
    }
  };

  /** False when the ticket is dead: the address must be verified anew. */
  const register = async (registration_token: string): Promise<boolean> => {
    try {
      const customer = payloadOf(form.getFieldsValue());
      const { body } = await authApi.register({
        ...customer,
        registration_token,
        subscription_id: chosen,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
      ticket.current = null;
      draft.drop();
      // The registration succeeded: without a session the root path leads to the sign-in page.
      await login(String(customer.c_user_name), String(customer.c_password)).catch(() => undefined);
      setMessage({
        kind: 'success',
        text: body.message || t('registration.registered'),
        then: () => {
          form.resetFields();
          setChosen(null);
          void navigate('/');
        },
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'registration_token_dead') {
        ticket.current = null;
        return false;
      }
      showFieldErrors(form, error);
      setMessage({ kind: isOfSecondStep(error) ? 'error' : 'info', text: refusalWords(t, error), then });
    }
    return true;
  };

  return (
    <AuthFrame title={t('registration.title')} text={t('registration.text')} wide>
      <CustomerForm
        form={form}
        initialValues={draft.kept ?? {}}
        busy={checking.busy}
        submitLabel={t('registration.submit')}
        onFinish={() => void submit()}
        onValuesChange={() => draft.keep({ subscription_id: chosen })}
        onEmailBlur={() =>
          void checkEmail(email()).then(
            (taken) => taken && setMessage({ kind: 'info', text: taken, then }),
            // On submit the same check is made again and its failure is told; a blur interrupts nobody.
            () => undefined,
          )
        }
        before={<Packages state={offered} value={chosen} onChange={choose} onRetry={loadPackages} />}
      />
      {challenge && (
        <OtpDialog
          email={email()}
          challenge={challenge}
          busy={verifying.busy}
          notice={notice}
          onVerify={(otp) => void verify(otp)}
          onResend={resend}
          onClose={() => setChallenge(null)}
        />
      )}
      <MessageDialog message={message} onClose={() => setMessage(null)} />
    </AuthFrame>
  );
}
