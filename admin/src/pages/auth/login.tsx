import { Alert, Button, Form, Input, type InputRef } from 'antd';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { login, ownPath, takeExpiredFlag } from '../../app/session/session';
import { refusalWords } from '../../app/session/refusal-words';
import { AuthFrame } from './auth-frame';
import { usePasswordEye } from './password-eye';

const SessionExpired = lazy(() =>
  import('../../app/layout/session-expired').then((m) => ({ default: m.SessionExpired })),
);
// Once for each load of the page, however often React renders it.
const expired = takeExpiredFlag();

interface Values {
  user_name: string;
  password: string;
}

export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const [form] = Form.useForm<Values>();
  const [refused, setRefused] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const password = useRef<InputRef>(null);
  const eye = usePasswordEye();

  const submit = async (values: Values) => {
    setBusy(true);
    setRefused(null);
    try {
      await login(values.user_name.trim(), values.password);
      void navigate(ownPath(params.get('to')), { replace: true });
    } catch (error) {
      // A wrong password at sign-in is no session expiry: say so here, keep the name, clear the password.
      setRefused(refusalWords(t, error));
      // Not resetFields: it would put a new input in place of the one that gets the focus.
      form.setFields([{ name: 'password', value: '', errors: [], touched: false }]);
      password.current?.focus();
      setBusy(false);
    }
  };

  return (
    <AuthFrame title={t('auth.login_title')} text={t('auth.login_text')}>
      {refused && <Alert type="error" showIcon message={refused} role="alert" />}
      <Form form={form} layout="vertical" size="large" requiredMark={false} onFinish={submit}>
        <Form.Item
          name="user_name"
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
          label={t('auth.password')}
          rules={[{ required: true, message: t('auth.password_required') }]}
        >
          <Input.Password ref={password} autoComplete="current-password" maxLength={256} {...eye} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth.sign_in')}
        </Button>
      </Form>
      <div className="sg-auth-links">
        <Link to="/forgot">{t('auth.forgot')}</Link>
        <span>
          {t('auth.no_account')} <Link to="/registration">{t('auth.register')}</Link>
        </span>
      </div>
      {expired && (
        <Suspense fallback={null}>
          <SessionExpired />
        </Suspense>
      )}
    </AuthFrame>
  );
}
