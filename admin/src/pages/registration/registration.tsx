import { Button, Form, Input, Radio, Spin, type FormInstance } from 'antd';
import type { Rule } from 'antd/es/form';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { MessageDialog, type Message } from '../../app/layout/message-dialog';
import { authApi, call, Refusal, type Challenge } from '../../app/session/auth-api';
import { refusalWords } from '../../app/session/refusal-words';
import { fresh, signedIn } from '../../app/session/session';
import { AuthFrame } from '../auth/auth-frame';
import { usePasswordEye } from '../auth/password-eye';
import { OtpDialog } from './otp-dialog';
import { Packages, type PackagesState } from './packages';
import './registration.css';

const OPTIONAL = [
  'secondary_contact_person',
  'mobile_two',
  'gender',
  'gst_no',
  'website',
  'email_one',
  'email_two',
  'contact_address',
] as const;
const REQUIRED = [
  'customer_name',
  'primary_contact_person',
  'mobile_one',
  'email_primary',
  'billing_address',
  'c_user_name',
  'c_password',
] as const;
type Name = (typeof OPTIONAL)[number] | (typeof REQUIRED)[number];
type Values = Partial<Record<Name, string>>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const GENDERS = ['female', 'male', 'other'] as const;

/** What is sent: trimmed, empty as null, the password untouched. */
function payloadOf(values: Values): Record<Name, string | null> {
  const all = [...REQUIRED, ...OPTIONAL];
  return Object.fromEntries(
    all.map((name) => [name, (name === 'c_password' ? values[name] : values[name]?.trim()) || null]),
  ) as Record<Name, string | null>;
}

/** With `?Editdata={customer_id}` the same form changes the customer (specification §2, registration). */
export function RegistrationPage() {
  const [params] = useSearchParams();
  const editing = params.get('Editdata');
  if (editing && !signedIn())
    return <Navigate replace to={`/auth/login?to=${encodeURIComponent(`/registration?Editdata=${editing}`)}`} />;
  return editing ? <EditCustomer id={editing} /> : <Register />;
}

/** The specification's sections and texts; the order of the checks is in `submit`. */
function Register() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [form] = Form.useForm<Values>();
  const [offered, setOffered] = useState<PackagesState>({ is: 'loading' });
  const [chosen, setChosen] = useState<string | null>(null);
  const [message, setMessage] = useState<Message | null>(null);
  const [busy, setBusy] = useState(false);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const checkEmail = useEmailCheck(form);
  // The ticket a right code gave: good for this e-mail, so that a refused registration needs no second code.
  const ticket = useRef<{ email: string; token: string } | null>(null);

  const loadPackages = useCallback(() => {
    setOffered({ is: 'loading' });
    authApi.packages().then(
      ({ body }) => setOffered({ is: 'here', packages: body }),
      (error: unknown) => setOffered({ is: 'failed', why: refusalWords(t, error) }),
    );
    // The texts may change while the page is open; the packages are fetched once.
  }, []); // eslint-disable-line react-hooks/exhaustive-deps
  useEffect(loadPackages, [loadPackages]);

  const email = () => form.getFieldValue('email_primary')?.trim() ?? '';

  const submit = async () => {
    setBusy(true);
    try {
      const valid = await form.validateFields().then(
        () => true,
        () => false,
      );
      const taken = await checkEmail(email());
      if (taken) return setMessage({ kind: 'info', text: taken });
      if (!chosen) return setMessage({ kind: 'info', text: t('registration.package_required') });
      if (!valid) {
        const first = form.getFieldsError().find((field) => field.errors.length > 0);
        const then = () => first && form.scrollToField(first.name, { block: 'center', focus: true });
        return setMessage({ kind: 'info', text: t('registration.form_invalid'), then });
      }
      const held = ticket.current;
      if (held && held.email === email() && (await register(held.token))) return;
      setNotice(null);
      setChallenge((await authApi.challenge(email())).body);
    } catch (error) {
      setMessage({ kind: 'error', text: refusalWords(t, error) });
    } finally {
      setBusy(false);
    }
  };

  const verify = async (otp: string) => {
    if (!challenge) return;
    setBusy(true);
    try {
      const { body } = await authApi.verify(challenge.challenge, otp);
      ticket.current = { email: email(), token: body.registration_token };
      if (!(await register(body.registration_token)))
        setMessage({ kind: 'error', text: t('registration.ticket_dead') });
    } catch (error) {
      // The server's message; the dialog closes and the form stays as it is (specification §8).
      setMessage({ kind: 'error', text: refusalWords(t, error) });
    } finally {
      setChallenge(null);
      setBusy(false);
    }
  };

  const resend = async () => {
    setNotice(null);
    try {
      setChallenge((await authApi.challenge(email())).body);
    } catch (error) {
      // A throttled send changes nothing: the last code stays good.
      setNotice(refusalWords(t, error));
    }
  };

  /** False when the ticket is dead: the address must be verified anew. */
  const register = async (registration_token: string): Promise<boolean> => {
    try {
      const { body } = await authApi.register({
        ...payloadOf(form.getFieldsValue()),
        registration_token,
        subscription_id: chosen,
        time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      });
      ticket.current = null;
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
      if (error instanceof Refusal && error.code === 'registration_token_dead') {
        ticket.current = null;
        return false;
      }
      showFieldErrors(form, error);
      setMessage({ kind: 'info', text: refusalWords(t, error) });
    }
    return true;
  };

  return (
    <AuthFrame title={t('registration.title')} text={t('registration.text')} wide>
      <CustomerForm
        form={form}
        busy={busy && !challenge}
        submitLabel={t('registration.submit')}
        onSubmit={() => void submit()}
        onEmailBlur={() =>
          void checkEmail(email()).then(
            (taken) => taken && setMessage({ kind: 'info', text: taken }),
            // On submit the same check is made again and its failure is told; a blur interrupts nobody.
            () => undefined,
          )
        }
        before={<Packages state={offered} value={chosen} onChange={setChosen} onRetry={loadPackages} />}
      />
      {challenge && (
        <OtpDialog
          email={email()}
          challenge={challenge}
          busy={busy}
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

/** Asks once for each address; answers the server's message when it is taken, else null. */
function useEmailCheck(form: FormInstance<Values>) {
  const known = useRef(new Map<string, Promise<string | null>>());
  return async (email: string): Promise<string | null> => {
    if (!EMAIL.test(email)) return null;
    const key = email.toLowerCase();
    let answer = known.current.get(key);
    if (!answer) {
      answer = authApi.emailAvailability(email).then(({ body }) => (body.available ? null : body.message));
      known.current.set(key, answer);
      // A failure is not remembered: the next look asks again.
      answer.catch(() => known.current.delete(key));
    }
    const taken = await answer;
    if (taken) form.setFields([{ name: 'email_primary', errors: [taken] }]);
    return taken;
  };
}

/** The server's rules under their fields. */
function showFieldErrors(form: FormInstance<Values>, error: unknown): void {
  if (!(error instanceof Refusal)) return;
  const names = new Set<string>([...REQUIRED, ...OPTIONAL]);
  const fields = Object.entries(error.errors).filter(([name]) => names.has(name));
  form.setFields(fields.map(([name, errors]) => ({ name: name as Name, errors })));
}

function EditCustomer({ id }: { id: string }) {
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

function CustomerForm(props: {
  form: FormInstance<Values>;
  busy: boolean;
  submitLabel: string;
  onSubmit: () => void;
  onEmailBlur?: () => void;
  before?: React.ReactNode;
  editing?: boolean;
}) {
  const { t } = useTranslation();
  const { form, editing = false } = props;
  const eye = usePasswordEye();
  const required = (key: string): Rule => ({ required: true, whitespace: true, message: t(`registration.${key}`) });
  const validEmail: Rule = {
    validator: (_, value?: string) =>
      !value?.trim() || EMAIL.test(value.trim())
        ? Promise.resolve()
        : Promise.reject(new Error(t('registration.email_invalid'))),
  };
  const tenDigits: Rule = {
    validator: (_, value?: string) =>
      !value?.trim() || /^\d{10}$/.test(value.trim())
        ? Promise.resolve()
        : Promise.reject(new Error(t('registration.mobile_one_invalid'))),
  };
  const field = (name: Name, rules: Rule[] = [], extra?: string, children = <Input maxLength={200} />) => (
    <Form.Item
      name={name}
      label={
        (OPTIONAL as readonly string[]).includes(name) ? (
          <span>
            {t(`registration.${name}`)} <span className="sg-optional">({t('registration.optional')})</span>
          </span>
        ) : (
          t(`registration.${name}`)
        )
      }
      extra={extra}
      rules={rules}
      validateTrigger="onBlur"
      validateFirst
      className={name.endsWith('_address') ? 'sg-reg-whole' : ''}
    >
      {children}
    </Form.Item>
  );
  const emailInput = (autoComplete: string, onBlur?: () => void) => (
    <Input type="email" inputMode="email" autoComplete={autoComplete} maxLength={254} dir="ltr" onBlur={onBlur} />
  );

  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      noValidate
      onFinish={props.onSubmit}
      onFinishFailed={props.onSubmit}
      onValuesChange={(changed: Values) => {
        // What is wrong already is judged while it is mended; what is not touched yet is left in peace.
        const wrong = (Object.keys(changed) as Name[]).filter((name) => form.getFieldError(name).length > 0);
        if (wrong.length > 0) void form.validateFields(wrong).catch(() => undefined);
      }}
    >
      {props.before}
      <fieldset className="sg-reg-section">
        <legend>{t('registration.basic')}</legend>
        <div className="sg-reg-grid">
          {field(
            'customer_name',
            [required('customer_name_required')],
            undefined,
            <Input autoComplete="organization" maxLength={200} />,
          )}
          {field('gst_no', [], undefined, <Input maxLength={40} dir="ltr" />)}
          {field(
            'primary_contact_person',
            [required('primary_contact_person_required')],
            undefined,
            <Input autoComplete="name" maxLength={200} />,
          )}
          {field('secondary_contact_person')}
          {field(
            'mobile_one',
            [required('mobile_one_required'), tenDigits],
            t('registration.mobile_help'),
            <Input type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={16} dir="ltr" />,
          )}
          {field('mobile_two', [], undefined, <Input type="tel" inputMode="tel" maxLength={20} dir="ltr" />)}
          {field(
            'website',
            [],
            undefined,
            <Input type="text" inputMode="url" autoComplete="url" maxLength={255} dir="ltr" />,
          )}
          {field(
            'gender',
            [],
            undefined,
            <Radio.Group>
              {GENDERS.map((gender) => (
                <Radio key={gender} value={gender}>
                  {t(`registration.gender_${gender}`)}
                </Radio>
              ))}
            </Radio.Group>,
          )}
        </div>
      </fieldset>
      <fieldset className="sg-reg-section">
        <legend>{t('registration.emails')}</legend>
        <div className="sg-reg-grid">
          <div className="sg-reg-whole">
            {field(
              'email_primary',
              [required('email_primary_required'), validEmail],
              t('registration.email_primary_help'),
              emailInput('email', props.onEmailBlur),
            )}
          </div>
          {field('email_one', [validEmail], undefined, emailInput('off'))}
          {field('email_two', [validEmail], undefined, emailInput('off'))}
        </div>
      </fieldset>
      <fieldset className="sg-reg-section">
        <legend>{t('registration.address')}</legend>
        <div className="sg-reg-grid">
          {field(
            'billing_address',
            [required('billing_address_required')],
            undefined,
            <Input.TextArea rows={2} autoComplete="street-address" maxLength={1000} />,
          )}
          {field('contact_address', [], undefined, <Input.TextArea rows={2} maxLength={1000} />)}
        </div>
      </fieldset>
      <fieldset className="sg-reg-section">
        <legend>{t('registration.portal')}</legend>
        <div className="sg-reg-grid">
          {field(
            'c_user_name',
            [required('user_name_required')],
            undefined,
            <Input
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              dir="auto"
              disabled={editing}
            />,
          )}
          {field(
            'c_password',
            [
              ...(editing ? [] : [{ required: true, message: t('registration.password_required') }]),
              {
                validator: (_, value?: string) =>
                  !value || [...value].length >= 12
                    ? Promise.resolve()
                    : Promise.reject(new Error(t('auth.rule_length'))),
              },
            ],
            t('auth.rule'),
            <Input.Password autoComplete="new-password" maxLength={256} {...eye} />,
          )}
        </div>
      </fieldset>
      <div className="sg-reg-actions">
        <Link to="/">{t('registration.to_login')}</Link>
        <Button type="primary" htmlType="submit" loading={props.busy}>
          {props.submitLabel}
        </Button>
      </div>
    </Form>
  );
}
