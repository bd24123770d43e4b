import { Form } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { EmailChallengeResponse } from '@contract/account.responses';
import { MessageDialog, type DialogMessage } from '@/components/message-dialog';
import { authApi } from '@/api/auth-api';
import { ApiError } from '@/api/api-error';
import { errorText } from '@/api/error-text';
import { login, isSignedIn } from '@/api/session';
import { useRequest } from '@/components/use-request';
import { useFormDraft } from '@/crud/form/use-form-draft';
import { AuthFrame } from '@/features/auth/auth-frame';
import { CustomerForm, focusFirstError, toPayload, showFieldErrors, type CustomerFormValues } from './customer-form';
import { EditCustomer } from './edit-customer';
import { useEmailCheck } from './email-check';
import { OtpDialog } from './otp-dialog';
import { PackagePicker, type PackagesState } from './packages';
import './registration.css';

/** With `?Editdata={customer_id}` the same form edits the customer (docs/specification.md §2). */
export function RegistrationPage() {
  const [params] = useSearchParams();
  const customerId = params.get('Editdata');
  if (customerId && !isSignedIn())
    return <Navigate replace to={`/auth/login?to=${encodeURIComponent(`/registration?Editdata=${customerId}`)}`} />;
  return customerId ? <EditCustomer id={customerId} /> : <RegistrationForm />;
}

/**
 * One request creates the customer and its subscription. Form errors open an info dialog; errors of the package or of
 * the server open an error dialog (docs/specification.md §8, subscriber save failure).
 */
const isSubscriptionError = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  error.statusCode === 0 ||
  error.statusCode >= 500 ||
  error.errors.subscription_id !== undefined;

interface RegistrationDraft extends CustomerFormValues {
  subscription_id?: string | null;
}

/** Sections, texts and the order of the checks follow docs/specification.md. */
function RegistrationForm() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<RegistrationDraft>();
  const [packagesState, setPackagesState] = useState<PackagesState>({ status: 'loading' });
  const draft = useFormDraft<RegistrationDraft>(form, 'registration', { exclude: ['c_password'], anonymous: true });
  const [packageId, setPackageId] = useState<string | null>(draft.restored?.subscription_id ?? null);
  const [message, setMessage] = useState<DialogMessage | null>(null);
  const submitRequest = useRequest((error) => {
    showFieldErrors(form, error);
    const isFormError = error instanceof ApiError && error.errors.c_password !== undefined;
    setMessage({ kind: isFormError ? 'info' : 'error', text: errorText(t, error), afterClose: returnToForm });
  });
  // Shows the server's message; the dialog closes and the form keeps its values (docs/specification.md §8).
  const verifyRequest = useRequest((error) =>
    setMessage({ kind: 'error', text: errorText(t, error), afterClose: returnToForm }),
  );
  const [challenge, setChallenge] = useState<EmailChallengeResponse | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const checkEmail = useEmailCheck(form);
  // Ticket of a verified e-mail: a failed registration needs no second code.
  const ticket = useRef<{ email: string; token: string } | null>(null);

  const loadPackages = useCallback(() => {
    setPackagesState({ status: 'loading' });
    authApi.packages().then(
      ({ body }) => {
        setPackagesState({ status: 'here', packages: body });
        // The package of the draft may no longer be offered.
        setPackageId((id) => (body.some(({ subscription_id }) => String(subscription_id) === id) ? id : null));
      },
      (error: unknown) => setPackagesState({ status: 'failed', message: errorText(t, error) }),
    );
    // Fetched once, although the texts may change while the page is open.
  }, []); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(loadPackages, [loadPackages]);
  const selectPackage = (id: string) => {
    setPackageId(id);
    draft.save({ subscription_id: id });
  };

  const returnToForm = () => focusFirstError(form);
  const email = () => form.getFieldValue('email_primary')?.trim() ?? '';

  const requestCode = async (): Promise<EmailChallengeResponse> => {
    const { c_password, c_user_name, customer_name, primary_contact_person } = toPayload(form.getFieldsValue());
    const checked = { c_password, c_user_name, customer_name, primary_contact_person };
    return (await authApi.challenge(email(), checked)).body;
  };

  const submit = () =>
    submitRequest.run(async () => {
      const isValid = await form.validateFields().then(
        () => true,
        () => false,
      );
      const takenMessage = await checkEmail(email());
      if (takenMessage) return setMessage({ kind: 'info', text: takenMessage, afterClose: returnToForm });
      if (!packageId) return setMessage({ kind: 'info', text: t('registration.package_required') });
      if (!isValid) return setMessage({ kind: 'info', text: t('registration.form_invalid'), afterClose: returnToForm });
      const verifiedTicket = ticket.current;
      if (verifiedTicket && verifiedTicket.email === email() && (await register(verifiedTicket.token))) return;
      setNotice(null);
      setChallenge(await requestCode());
    });

  const verify = async (otp: string) => {
    if (!challenge) return;
    await verifyRequest.run(async () => {
      const { body } = await authApi.verify(challenge.challenge, otp);
      ticket.current = { email: email(), token: body.registration_token };
      if (!(await register(body.registration_token)))
        setMessage({ kind: 'error', text: t('registration.ticket_dead'), afterClose: returnToForm });
    });
    setChallenge(null);
  };

  const resend = async () => {
    setNotice(null);
    try {
      setChallenge(await requestCode());
    } catch (error) {
      // The last code stays valid after a failed resend.
      setNotice(errorText(t, error));
    }
  };

  /** False when the ticket has expired: the e-mail must be verified again. */
  const register = async (registration_token: string): Promise<boolean> => {
    try {
      const customer = toPayload(form.getFieldsValue());
      const { body } = await authApi.register({
        ...customer,
        registration_token,
        subscription_id: packageId,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
      ticket.current = null;
      draft.discard();
      // A failed login is ignored: the registration succeeded, and `/` leads to the sign-in page.
      await login(String(customer.c_user_name), String(customer.c_password)).catch(() => undefined);
      setMessage({
        kind: 'success',
        text: body.message || t('registration.registered'),
        afterClose: () => {
          form.resetFields();
          setPackageId(null);
          void navigate('/');
        },
      });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'registration_token_dead') {
        ticket.current = null;
        return false;
      }
      showFieldErrors(form, error);
      setMessage({
        kind: isSubscriptionError(error) ? 'error' : 'info',
        text: errorText(t, error),
        afterClose: returnToForm,
      });
    }
    return true;
  };

  return (
    <AuthFrame title={t('registration.title')} text={t('registration.text')} wide>
      <CustomerForm
        form={form}
        initialValues={draft.restored ?? {}}
        busy={submitRequest.busy}
        submitLabel={t('registration.submit')}
        onFinish={() => void submit()}
        onValuesChange={() => draft.save({ subscription_id: packageId })}
        onEmailBlur={() =>
          void checkEmail(email()).then(
            (takenMessage) =>
              takenMessage && setMessage({ kind: 'info', text: takenMessage, afterClose: returnToForm }),
            // Ignored on blur: the check on submit reports the failure.
            () => undefined,
          )
        }
        header={
          <PackagePicker state={packagesState} value={packageId} onChange={selectPackage} onRetry={loadPackages} />
        }
      />
      {challenge && (
        <OtpDialog
          email={email()}
          challenge={challenge}
          busy={verifyRequest.busy}
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
