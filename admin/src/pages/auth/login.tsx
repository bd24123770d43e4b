import { KeyOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Input, type InputRef } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Refusal } from '../../app/session/auth-api';
import { login, ownPath, takeExpiredFlag } from '../../app/session/session';
import { refusalWords } from '../../app/session/refusal-words';
import { AuthFrame } from './auth-frame';
import { CodeItem } from './code-item';
import { enterByPasskey, passkeysWork, wasCancelled } from './passkey';
import { usePasswordEye } from './password-eye';

const SessionExpired = lazy(() =>
  import('../../app/layout/session-expired').then((m) => ({ default: m.SessionExpired })),
);
// Once for each load of the page, however often React renders it.
const expired = takeExpiredFlag();

interface Values {
  user_name: string;
  password: string;
  code?: string;
}

/** Name and password, and a code where the account has a second factor: both are sent together, from the same form. */
export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const [refused, setRefused] = useState<string | null>(null);
  const [asksCode, setAsksCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const password = useRef<InputRef>(null);
  const code = useRef<InputRef>(null);
  const eye = usePasswordEye();

  const submit = async (values: Values) => {
    setBusy(true);
    setRefused(null);
    try {
      await login(values.user_name.trim(), values.password, values.code?.trim());
      void navigate(ownPath(params.get('to')), { replace: true });
    } catch (error) {
      const reason = error instanceof Refusal ? error.code : '';
      setBusy(false);
      if (reason === 'second_factor_needed') return setAsksCode(true);
      setRefused(refusalWords(t, error));
      if (asksCode && reason !== 'login_failed') {
        form.setFields([{ name: 'code', value: '', errors: [], touched: false }]);
        code.current?.focus();
      } else back();
    }
  };
  const byPasskey = async () => {
    setBusy(true);
    setRefused(null);
    try {
      await enterByPasskey();
      void navigate(ownPath(params.get('to')), { replace: true });
    } catch (error) {
      setBusy(false);
      if (error instanceof Refusal) setRefused(refusalWords(t, error));
      else if (!wasCancelled(error)) setRefused(t('auth.passkey_failed'));
    }
  };
  // A wrong password at sign-in is no session expiry: say so here, keep the name, clear the password.
  const back = () => {
    setAsksCode(false);
    // Not resetFields: it would put a new input in place of the one that gets the focus.
    form.setFields([{ name: 'password', value: '', errors: [], touched: false }]);
    setTimeout(() => password.current?.focus());
  };

  return (
    <AuthFrame
      title={t(asksCode ? 'auth.code_title' : 'auth.login_title')}
      text={t(asksCode ? 'auth.code_text' : 'auth.login_text')}
    >
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="user_name"
          hidden={asksCode}
          label={t('auth.user_name')}
          rules={[{ required: true, whitespace: true, message: t('auth.user_name_required') }]}
        >
          <Input
            autoFocus
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={254}
            dir="auto"
          />
        </Form.Item>
        <Form.Item
          name="password"
          hidden={asksCode}
          label={t('auth.password')}
          rules={[{ required: true, message: t('auth.password_required') }]}
        >
          <Input.Password ref={password} autoComplete="current-password" maxLength={256} {...eye} />
        </Form.Item>
        {asksCode && <CodeItem inputRef={code} />}
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth.sign_in')}
        </Button>
        {!asksCode && passkeysWork() && (
          <Button
            block
            className="sg-passkey"
            icon={<KeyOutlined aria-hidden />}
            disabled={busy}
            onClick={() => void byPasskey()}
          >
            {t('auth.passkey')}
          </Button>
        )}
      </Form>
      {asksCode ? (
        <div className="sg-auth-links">
          <Button type="link" className="sg-auth-back" onClick={back}>
            {t('auth.code_back')}
          </Button>
        </div>
      ) : (
        <div className="sg-auth-links">
          <Link to="/forgot">{t('auth.forgot')}</Link>
          <span>
            {t('auth.no_account')} <Link to="/registration">{t('auth.register')}</Link>
          </span>
        </div>
      )}
      {expired && (
        <Suspense fallback={null}>
          <SessionExpired />
        </Suspense>
      )}
    </AuthFrame>
  );
}
