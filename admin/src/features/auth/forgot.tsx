import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { authApi } from '@/api/auth-api';
import { errorText } from '@/api/error-text';
import { useRequest } from '@/components/use-request';
import { AuthFrame } from './auth-frame';

export function ForgotPage() {
  const { t } = useTranslation();
  const [done, setDone] = useState(false);
  const { busy, error, run } = useRequest();

  const submit = ({ email }: { email: string }) => {
    setDone(false);
    return run(async () => {
      await authApi.forgot(email.trim());
      // Known and unknown addresses get the same text.
      setDone(true);
    });
  };

  return (
    <AuthFrame title={t('auth.forgot_title')} text={t('auth.forgot_text')}>
      {error && <Alert type="error" showIcon message={errorText(t, error)} role="alert" />}
      {done && (
        <Alert
          type="success"
          showIcon
          message={t('auth.forgot_done')}
          description={t('auth.forgot_done_text')}
          role="status"
        />
      )}
      <Form layout="vertical" size="large" requiredMark={false} noValidate onFinish={submit}>
        <Form.Item
          name="email"
          label={t('auth.email')}
          validateTrigger="onBlur"
          rules={[
            { required: true, whitespace: true, message: t('auth.email_required') },
            { type: 'email', transform: (value: string) => value?.trim(), message: t('auth.email_invalid') },
          ]}
        >
          <Input type="email" inputMode="email" autoFocus autoComplete="email" maxLength={254} dir="ltr" />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={busy}>
          {t('auth.forgot_send')}
        </Button>
      </Form>
      <div className="sg-auth-links">
        <Link to="/auth/login">{t('auth.to_login')}</Link>
      </div>
    </AuthFrame>
  );
}
